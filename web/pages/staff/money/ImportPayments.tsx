// Payments of enterprise accounts from a spreadsheet: all are recorded, or none.

import { Alert, List as Bullets, Code, FileInput, Modal, Stack, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { ApiProblem, api, fileBody } from '../../../api.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { DialogButtons } from '../../../components/forms/DialogButtons.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { useReturnFocus } from '../../../components/forms/opener.ts'
import { money } from '../../../components/layout/Values.tsx'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ApprovalHint, isApproval, requestSentText } from '../../../shell/orders/approvals.tsx'

export function ImportPayments({ close }: { close: () => void }) {
  useReturnFocus()
  const [file, setFile] = useState<File | null>(null)
  const send = useAction({
    mutationFn: (chosen: File) =>
      api.POST('/staff/payments/import', {
        headers: { 'content-type': 'application/octet-stream' },
        ...fileBody(chosen),
      }),
    refetch: ['staff'],
    done: answer =>
      isApproval(answer)
        ? requestSentText
        : t('{payments, plural, one {# payment} other {# payments}} recorded: {amount}', {
            payments: answer.payments,
            amount: money(answer.amount),
          }),
    close,
  })
  const mistakes = send.error instanceof ApiProblem ? send.error.errors : []
  return (
    <Modal opened onClose={close} title={t('Import payments')} size="lg">
      <Form
        submit={() => {
          if (file !== null) send.mutate(file)
        }}
      >
        <Stack gap="md">
          {mistakes.length === 0 ? (
            <FormError error={send.error} />
          ) : (
            <Alert
              color="red"
              role="alert"
              icon={<CircleAlert size={18} />}
              title={t('Nothing was recorded: {count, plural, one {# mistake} other {# mistakes}}', {
                count: mistakes.length,
              })}
            >
              <Bullets size="sm" spacing={4} mah="40vh" style={{ overflowY: 'auto' }} tabIndex={0}>
                {mistakes.map(({ pointer, detail }) => (
                  <Bullets.Item key={`${pointer} ${detail}`}>
                    <span className="wrap">{detail}</span>
                  </Bullets.Item>
                ))}
              </Bullets>
            </Alert>
          )}
          <Text size="sm">
            {rich(
              'An .xlsx or CSV file with the columns <code>accountId</code>, <code>receivedOn</code>, <code>amount</code> and <code>reference</code>, and if you like <code>statement</code> or <code>invoice</code>, and <code>note</code>. A row with an invoice number may leave <code>accountId</code> empty. A bank reference is recorded only once, so you can import the same file again without harm.',
              { code: text => <Code>{text}</Code> },
            )}
          </Text>
          <FileInput
            label={t('Spreadsheet')}
            placeholder={t('Choose a file')}
            accept=".xlsx,.csv,text/csv"
            required
            value={file}
            onChange={chosen => {
              setFile(chosen)
              send.reset()
            }}
          />
          <ApprovalHint of="payments" />
          <DialogButtons
            close={close}
            label={t('Import payments')}
            isPending={send.isPending}
            isReady={file !== null}
            mt={0}
          />
        </Stack>
      </Form>
    </Modal>
  )
}
