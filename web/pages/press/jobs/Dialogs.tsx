// The dialogs in which a printer's people enter prices, a new ship date, and problems.

import { Button, Group, Modal, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { PrintJob } from '../../../apiTypes.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { NoteSelect } from '../../../components/forms/NoteSelect.tsx'
import { useReturnFocus } from '../../../components/forms/opener.ts'
import { dollars, separators } from '../../../components/forms/separators.ts'
import { useInputGuard } from '../../../components/forms/useInputGuard.ts'
import { money } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { orderName } from '../../../shell/offline/orderName.ts'
import { dayFromToday, dueDayOf } from './jobTexts.ts'
import { TooLate, useSendMessage } from './messages.tsx'
import { useNotes } from './notes.ts'

type Props = { job: PrintJob; close: () => void }

type DialogProps = {
  title: string
  confirmLabel: string
  danger?: boolean
  isReady: boolean
  message: ReturnType<typeof useSendMessage<void>>
  close: () => void
  children: ReactNode
}

function Dialog({ title, confirmLabel, danger, isReady, message, close, children }: DialogProps) {
  const { tell, isPending, error, tooLate } = message
  const guard = useInputGuard()
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={close}
      {...guard.dialog}
      title={title}
      closeButtonProps={{ 'aria-label': t('Close'), size: 'lg' }}
    >
      <Form
        {...guard.form}
        submit={() => {
          if (tooLate === null) tell()
        }}
      >
        <Stack gap="md">
          {tooLate === null ? (
            <FormError error={error} />
          ) : (
            <TooLate title={tooLate}>{t('Your input was not sent.')}</TooLate>
          )}
          {children}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button size="md" variant="default" onClick={close}>
            {t(tooLate === null ? 'Cancel' : 'Close')}
          </Button>
          {tooLate === null ? (
            <Button type="submit" size="md" color={danger ? 'red' : undefined} loading={isPending} disabled={!isReady}>
              {confirmLabel}
            </Button>
          ) : null}
        </Group>
      </Form>
    </Modal>
  )
}

/** Sums of dollars may be off by a tiny part of a cent. */
export const isDearer = (amount: number, agreed: number): boolean => Math.round(amount * 100) > Math.round(agreed * 100)

type ReasonProps = { agreed: number; value: string; onChange: (reason: string) => void }

/** Why a price is above the agreed price. */
export const PriceReason = ({ agreed, value, onChange }: ReasonProps) => (
  <Textarea
    size="md"
    label={t('Why is it more than the agreed {amount}?', { amount: money(agreed) })}
    description={t('Shown to the customer')}
    required
    maxLength={1000}
    value={value}
    onChange={event => onChange(event.currentTarget.value)}
  />
)

const dollarField = {
  size: 'md',
  ...dollars,
  ...separators,
  decimalScale: 2,
  fixedDecimalScale: true,
  min: 0,
  hideControls: true,
} as const

export function AcceptDialog({ job, close }: Props) {
  const order = orderName(job)
  const agreed = job.agreedPrices
  const [items, setItems] = useState<number | string>(agreed?.itemsTotal ?? '')
  const [taxes, setTaxes] = useState<number | string>(agreed?.taxesTotal ?? '')
  const [reason, setReason] = useState('')
  const total = Number(items) + Number(taxes)
  const isAbove =
    agreed !== null && (Number(items) > agreed.itemsTotal || isDearer(total, agreed.itemsTotal + agreed.taxesTotal))
  const message = useSendMessage({
    job,
    act: 'accept',
    message: () => ({
      kind: 'accept',
      body: {
        itemsTotal: Number(items),
        taxesTotal: Number(taxes),
        ...(isAbove ? { reason: reason.trim() } : {}),
      },
    }),
    done: () => t('{order} accepted', { order }),
    close,
  })
  const isReady = items !== '' && taxes !== '' && (!isAbove || reason.trim() !== '')
  return (
    <Dialog
      title={t('Accept {order}', { order })}
      confirmLabel={isReady ? t('Accept for {amount}', { amount: money(total) }) : t('Accept')}
      isReady={isReady}
      message={message}
      close={close}
    >
      <Text>
        {agreed === null
          ? t('You set the prices for this customer. Enter the shipping price when you ship the job.')
          : t('These are the agreed prices of this customer. Change them if the job costs something else.')}
      </Text>
      <NumberInput label={t('All books')} required data-autofocus {...dollarField} value={items} onChange={setItems} />
      <NumberInput
        label={t('Taxes')}
        description={t('Enter 0 if there are none')}
        required
        {...dollarField}
        value={taxes}
        onChange={setTaxes}
      />
      {isAbove ? (
        <PriceReason agreed={agreed.itemsTotal + agreed.taxesTotal} value={reason} onChange={setReason} />
      ) : null}
    </Dialog>
  )
}

/** Tomorrow, or the due day if it is later. */
const laterDay = (due: string | null): string => [due ?? '', dayFromToday(1)].sort().at(-1)!

export function DelayDialog({ job, close }: Props) {
  const order = orderName(job)
  const [until, setUntil] = useState(laterDay(dueDayOf(job)))
  const [reason, setReason] = useState('')
  const message = useSendMessage({
    job,
    act: 'delay',
    message: () => ({ kind: 'delay', body: { until, reason } }),
    done: () => t('Ship date changed. The customer is notified.'),
    close,
  })
  return (
    <Dialog
      title={t('Change ship date: {order}', { order })}
      confirmLabel={t('Change date')}
      isReady={until !== ''}
      message={message}
      close={close}
    >
      <TextInput
        type="date"
        size="md"
        label={t('New ship date')}
        required
        min={dayFromToday(0)}
        data-autofocus
        value={until}
        onChange={event => setUntil(event.currentTarget.value)}
      />
      <Textarea
        size="md"
        label={t('Reason')}
        description={t('Shown to the customer')}
        maxLength={1000}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </Dialog>
  )
}

const kinds = {
  problem: {
    title: (order: string) => t('Report problem: {order}', { order }),
    text: t('The job stops, and support decides what happens next.'),
    label: t('What is wrong'),
    yes: t('Report problem'),
  },
  refuse: {
    title: (order: string) => t('Refuse job: {order}', { order }),
    text: t('The job moves to another printer if possible. Otherwise, support decides what happens next.'),
    label: t('Reason'),
    yes: t('Refuse job'),
  },
}

export function ProblemDialog({ job, kind, close }: Props & { kind: 'problem' | 'refuse' }) {
  const order = orderName(job)
  const { title, text, label, yes } = kinds[kind]
  const [reason, setReason] = useState('')
  const notes = useNotes(kind === 'problem' ? 'report_problem' : 'refuse_job')
  const message = useSendMessage({
    job,
    act: kind,
    message: () => ({ kind, body: { reason: reason.trim() } }),
    done: () => t(kind === 'problem' ? 'Problem reported. Support is notified.' : 'Job refused'),
    close,
  })
  return (
    <Dialog
      title={title(order)}
      confirmLabel={yes}
      danger
      isReady={reason.trim() !== ''}
      message={message}
      close={close}
    >
      <Text>{text}</Text>
      <NoteSelect size="md" notes={notes} choose={setReason} />
      <Textarea
        size="md"
        label={label}
        required
        minRows={3}
        maxLength={1000}
        data-autofocus
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </Dialog>
  )
}
