// The editing of the shared draft: what is saved, what is typed, and the acts on both.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { showToast } from '../../../components/feedback/toast.ts'
import { useConfirm } from '../../../components/forms/Confirm.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useDraft, useMay } from '../../../shell/session/session.ts'
import { type Content, type Draft, withValue } from './content.ts'
import type { Editing } from './Fields.tsx'
import { withFiles } from './files.ts'
import { shownMistakes } from './shownMistakes.ts'

export const draftKey = ['staff', 'operator-data', 'draft']

/** Input that is not saved yet, and the revision on which it began. */
type Unsaved = Pick<Draft, 'revision' | 'basedOn' | 'content'>

type Save = { body: Unsaved; onSaved?: (saved: Draft) => void }

/** The saved and the typed content, and the acts that are possible with both. */
export function useDraftEditor(draft: Draft) {
  const stored = useDraft<Unsaved>('operator data')
  const [unsaved, setUnsavedState] = useState<Unsaved | null>(() => stored.read())
  const [isKept, setKept] = useState(true)
  /** How often other content took the place of all fields, which then begin anew. */
  const [replaced, setReplaced] = useState(0)
  const replace = () => setReplaced(count => count + 1)
  const [fileError, setFileError] = useState<string | null>(null)
  const queries = useQueryClient()
  const confirm = useConfirm()
  const current = unsaved ?? draft
  const setUnsaved = (next: Unsaved | null) => {
    if (next === null) {
      stored.clear()
      setKept(true)
    } else if (isKept) setKept(stored.save(next))
    setUnsavedState(next)
  }
  const edit = (content: Content) => setUnsaved({ revision: current.revision, basedOn: current.basedOn, content })
  const accept = (saved: Draft) => {
    setUnsaved(null)
    queries.setQueryData(draftKey, saved)
    return queries.invalidateQueries({ queryKey: ['staff', 'operator-data', 'difference'] })
  }
  const save = useAction({
    mutationFn: ({ body }: Save) => api.PUT('/staff/operator-data/draft', { body }),
    async onSuccess(saved, { onSaved }) {
      // The guide shows its next step instead: a toast would cover the button of that step.
      if (onSaved === undefined) showToast(t('Draft saved'))
      await accept(saved)
      onSaved?.(saved)
    },
  })
  const saveCurrent = (onSaved?: Save['onSaved']) => {
    const { revision, basedOn, content } = current
    save.mutate({ body: { revision, basedOn, content }, ...(onSaved && { onSaved }) })
  }
  const discard = useAction({
    mutationFn: (revision: number) => api.POST('/staff/operator-data/draft/discard', { body: { revision } }),
    onSuccess(saved) {
      showToast(t('Draft discarded'))
      replace()
      return accept(saved)
    },
  })
  const askDiscard = async () => {
    const yes = await confirm({
      title: t('Discard the draft?'),
      text: t('The changes of everybody who edited it are lost. Published versions stay.'),
      confirmLabel: t('Discard draft'),
      danger: true,
    })
    if (!yes) return
    if (draft.savedAt === null) {
      setUnsaved(null)
      replace()
    } else discard.mutate(draft.revision)
  }
  const importFiles = (files: File[]) =>
    withFiles(current.content, files).then(
      content => {
        setFileError(null)
        edit(content)
        replace()
      },
      (error: Error) => setFileError(error.message),
    )
  const reload = () => queries.invalidateQueries({ queryKey: draftKey }).then(replace)
  const hasDraft = draft.savedAt !== null || unsaved !== null
  return {
    ...{ draft, unsaved, setUnsaved, isKept, current, replaced, hasDraft, fileError },
    ...{ edit, save, saveCurrent, discard, askDiscard, importFiles, reload, mayEdit: useMay('catalog') },
  }
}

export type DraftEditor = ReturnType<typeof useDraftEditor>

/** The content that fields of an editor read, and how they change it. */
export const editingOf = ({ draft, current, edit, mayEdit }: DraftEditor): Editing => ({
  content: current.content,
  mistakes: shownMistakes(draft, current.content),
  change: (path, value) => edit(withValue(current.content, path, value)),
  isReadOnly: !mayEdit,
})
