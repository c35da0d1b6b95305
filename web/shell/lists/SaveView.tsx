// The dialog that saves the filters of a list as a view.

import { Checkbox, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import type { SavedView } from '../../apiTypes.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { showToast } from '../../components/feedback/toast.ts'
import { DialogButtons } from '../../components/forms/DialogButtons.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { useReturnFocus } from '../../components/forms/opener.ts'
import { t } from '../../language.ts'
import { useAction } from '../frame/action.ts'
import { audiences, type ViewsArea } from './viewsArea.ts'

type SaveProps = {
  area: ViewsArea
  query: string
  isSearching: boolean
  open: SavedView | undefined
  refetch: () => Promise<unknown>
  close: () => void
}

export function SaveView({ area: { path, list }, query, isSearching, open, refetch, close }: SaveProps) {
  const [name, setName] = useState(open?.mine ? open.name : '')
  const [shared, setShared] = useState(open?.mine ? open.shared : false)
  useReturnFocus()
  const save = useAction({
    mutationFn: () => api.POST(path, { body: { list: list as never, name: name.trim(), shared, query } }),
    async onSuccess() {
      await refetch()
      showToast(t('View “{name}” saved', { name: name.trim() }))
      close()
    },
  })
  return (
    <Modal opened onClose={close} title={t('Save view')}>
      <Form submit={() => save.mutate()}>
        <Stack gap="md">
          <FormError error={save.error} />
          <TextInput
            label={t('Name')}
            description={
              isSearching
                ? t(
                    'The filters of the list are saved under this name, without the search text. Your view of the same name is replaced.',
                  )
                : t('The filters of the list are saved under this name. Your view of the same name is replaced.')
            }
            required
            withAsterisk={false}
            maxLength={60}
            data-autofocus
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <Checkbox
            label={audiences[path].share}
            checked={shared}
            onChange={event => setShared(event.currentTarget.checked)}
          />
        </Stack>
        <DialogButtons close={close} label={t('Save view')} isPending={save.isPending} isReady={name.trim() !== ''} />
      </Form>
    </Modal>
  )
}
