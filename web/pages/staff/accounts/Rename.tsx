// The name of an account, for customers who have another name than when their account was opened.

import { Button, Modal, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { DialogButtons } from '../../../components/forms/DialogButtons.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'

type Props = { account: ResponseBody<'/staff/accounts/{accountId}'> }

export function Rename({ account }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Rename account')}
      </Button>
      {isOpen ? <RenameDialog account={account} close={() => setOpen(false)} /> : null}
    </>
  )
}

function RenameDialog({ account: { accountId, name }, close }: Props & { close: () => void }) {
  const form = useForm({ initialValues: { name } })
  const rename = useAction({
    mutationFn: (body: { name: string }) =>
      api.PUT('/staff/accounts/{accountId}/name', { params: { path: { accountId } }, body }),
    refetch: ['staff'],
    done: t('Account renamed'),
    close,
  })
  return (
    <Modal opened onClose={close} title={t('Rename account')}>
      <form onSubmit={form.onSubmit(({ name }) => rename.mutate({ name: name.trim() }))}>
        <TextInput
          label={t('Name of the company')}
          description={t('Invoices and statements that were made keep the name that they have.')}
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <FormError error={rename.error} />
        <DialogButtons close={close} label={t('Save')} isPending={rename.isPending} />
      </form>
    </Modal>
  )
}
