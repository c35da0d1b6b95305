// Asks for the name of the person who approves a proof.

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormError } from '../../components/feedback/FormError.tsx'
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
      <form
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          <FormError error={error} />
          <Text>{t('The book will be printed from exactly these files.')}</Text>
          {children}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isPending} disabled={!isReady}>
            {t('Approve')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
