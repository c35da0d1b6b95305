// Asking for a quote for the order in the form, in place of placing it.

import { Button, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Mode } from '../../api.ts'
import type { Quote } from '../../apiTypes.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { showRefusal } from '../../components/feedback/toast.ts'
import { DialogButtons } from '../../components/forms/DialogButtons.tsx'
import { useDialog } from '../../components/forms/Dialogs.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { useReturnFocus } from '../../components/forms/opener.ts'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { bodyOf, type Draft } from './draft.ts'

/** `missing` says what the order lacks. */
type Props = { mode: Mode; draft: Draft; missing: string | null; done: () => void }

/** The dialog is not within the form of the order, which its own form would submit as well. */
export function AskForQuote({ mode, draft, missing, done }: Props) {
  const show = useDialog()
  const navigate = useNavigate()
  const asked = ({ quoteId }: Quote) => {
    done()
    show(null)
    void navigate({ to: `/${mode}/quotes/${quoteId}` })
  }
  return (
    <Button
      fullWidth
      variant="default"
      mt="xs"
      onClick={() =>
        missing === null
          ? show(<AskDialog mode={mode} draft={draft} asked={asked} close={() => show(null)} />)
          : showRefusal(t('You can’t ask for a quote yet'), missing)
      }
    >
      {t('Ask for a quote')}
    </Button>
  )
}

type DialogProps = Omit<Props, 'missing' | 'done'> & { asked: (quote: Quote) => void; close: () => void }

function AskDialog({ mode, draft, asked, close }: DialogProps) {
  const [message, setMessage] = useState('')
  const queries = useQueryClient()
  useReturnFocus()
  const ask = useAction({
    mutationFn: () =>
      api.POST('/dashboard/api/{mode}/quotes', {
        params: { path: { mode } },
        body: { ...bodyOf(draft), ...(message.trim() === '' ? {} : { message: message.trim() }) },
      }),
    onSuccess(quote) {
      void queries.invalidateQueries({ queryKey: [mode, 'quotes'] })
      asked(quote)
    },
  })
  return (
    <Modal opened onClose={close} title={t('Ask for a quote')}>
      <Form submit={() => ask.mutate()}>
        <Stack gap="md">
          <FormError error={ask.error} />
          <Text>{t('We answer with a price and the days that we need. Nothing is ordered until you accept.')}</Text>
          <Textarea
            label={t('Message')}
            description={t('Optional, such as the day by which you need the books')}
            maxLength={1000}
            data-autofocus
            value={message}
            onChange={event => setMessage(event.currentTarget.value)}
          />
        </Stack>
        <DialogButtons close={close} label={t('Ask for a quote')} isPending={ask.isPending} />
      </Form>
    </Modal>
  )
}
