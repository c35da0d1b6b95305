// The operator's notes for refused jobs and problems.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import type { Note } from '../../../components/forms/NoteSelect.tsx'

const none: Note[] = []

/** The lists of jobs fetch it too, for dialogs that open without a connection. */
export const notesQuery = {
  queryKey: ['press', 'notes'],
  queryFn: () => api.GET('/press/refusal-notes'),
} as const

export function useNotes(use: Note['use']): Note[] {
  const { data } = useQuery(notesQuery)
  return data?.notes.filter(note => note.use === use) ?? none
}
