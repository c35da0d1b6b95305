// The operator's notes of a use, for the staff.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import type { Note } from '../../components/forms/NoteSelect.tsx'

const none: Note[] = []

export function useStaffNotes(use: Note['use']): Note[] {
  const { data } = useQuery({
    queryKey: ['staff', 'notes'],
    queryFn: () => api.GET('/staff/refusal-notes'),
  })
  return data?.notes.filter(note => note.use === use) ?? none
}
