// Asks for the name of the person who approves a proof.

import { Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormError } from '../../components/feedback/FormError.tsx'
import { DialogButtons } from '../../components/forms/DialogButtons.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { useReturnFocus } from '../../components/forms/opener.ts'
import { t } from '../../language.ts'

type Props = {
  children: ReactNode
  isReady: boolean
  error: unknown
  isPending: boolean
  submit: () => void
  close: () => void
}

export function ApproveDialog({ children, isReady, error, isPending, submit, close }: Props) {
  useReturnFocus()
  return (
    <Modal opened onClose={close} title={t('Approve this proof?')}>
      <Form submit={submit}>
        <Stack gap="md">
          <FormError error={error} />
          <Text>{t('The book will be printed from exactly these files.')}</Text>
          {children}
        </Stack>
        <DialogButtons close={close} label={t('Approve')} isPending={isPending} isReady={isReady} />
      </Form>
    </Modal>
  )
}
