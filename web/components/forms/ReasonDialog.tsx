// The dialog of an action that needs a reason: its effect, the reason for it, and other input.

import { Modal, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../../language.ts'
import { FormError } from '../feedback/FormError.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { Form } from './Form.tsx'
import { type Note, NoteSelectByLanguage } from './NoteSelect.tsx'
import { useReturnFocus } from './opener.ts'
import { useInputGuard } from './useInputGuard.ts'

type Props = {
  title: string
  /** The effect of the act. */
  text: ReactNode
  confirmLabel: string
  /** The label of the button that closes the dialog; not “Cancel” only if the dialog is about a cancellation. */
  cancelLabel?: string
  /** The label of the field, if it asks for something other than a reason. */
  reasonLabel?: string
  /** Says who will read the reason. */
  reasonHint: string
  danger?: true
  /** Done with the reason, once that is given. */
  action: { error: unknown; isPending: boolean; mutate: (reason: string) => void }
  /** Fields besides the reason. */
  children?: ReactNode
  /** Notes to choose from for the reason. */
  notes?: readonly Note[]
  /** False while those fields are incomplete. */
  isReady?: boolean
  close: () => void
}

const maxCharacters = 1000

export function ReasonDialog(props: Props) {
  const {
    title,
    text,
    confirmLabel,
    cancelLabel,
    reasonLabel = t('Reason'),
    reasonHint,
    danger,
    action,
    children,
    notes = [],
    isReady = true,
    close,
  } = props
  const [reason, setReason] = useState('')
  const guard = useInputGuard()
  useReturnFocus()
  return (
    <Modal opened onClose={close} {...guard.dialog} title={title}>
      <Form {...guard.form} submit={() => action.mutate(reason.trim())}>
        <Stack gap="md">
          <FormError error={action.error} />
          <Text component="div" className="wrap">
            {text}
          </Text>
          {children}
          <NoteSelectByLanguage notes={notes} choose={setReason} />
          <Textarea
            label={reasonLabel}
            description={reasonHint}
            required
            maxLength={maxCharacters}
            data-autofocus={children === undefined || undefined}
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
          />
        </Stack>
        <DialogButtons
          close={close}
          cancelLabel={cancelLabel}
          label={confirmLabel}
          danger={danger}
          isPending={action.isPending}
          isReady={reason.trim() !== '' && isReady}
        />
      </Form>
    </Modal>
  )
}
