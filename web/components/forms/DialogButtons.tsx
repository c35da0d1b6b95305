// The buttons below the form of a dialog: one closes it, the other submits the form.

import { Button, Group, type MantineSpacing } from '@mantine/core'
import { t } from '../../language.ts'

type Props = {
  close: () => void
  /** Not “Cancel” only if the dialog is about a cancellation. */
  cancelLabel?: string | undefined
  label: string
  danger?: boolean | undefined
  isPending?: boolean
  isReady?: boolean
  mayClose?: boolean
  mt?: MantineSpacing
}

export const DialogButtons = (props: Props) => {
  const {
    close,
    cancelLabel = t('Cancel'),
    label,
    danger,
    isPending,
    isReady = true,
    mayClose = true,
    mt = 'lg',
  } = props
  return (
    <Group justify="flex-end" mt={mt} gap="xs">
      <Button variant="default" onClick={close} disabled={!mayClose}>
        {cancelLabel}
      </Button>
      <Button type="submit" color={danger ? 'red' : undefined} loading={isPending} disabled={!isReady}>
        {label}
      </Button>
    </Group>
  )
}
