// What a press types in: prices, another ship date, problems.

import { Button, Group, Modal, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api, ask } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { useReturnFocus } from '../../../components/opener.ts'
import { Refused } from '../../../components/Refused.tsx'
import { useTyped } from '../../../components/useTyped.ts'
import { money } from '../../../components/Values.tsx'
import { TooLate, useTelling } from './telling.tsx'
import { dayFromToday, dueOf } from './words.ts'

type Props = { job: PrintJob; close: () => void }

type DialogProps = {
  title: string
  yes: string
  danger?: boolean
  isReady: boolean
  telling: ReturnType<typeof useTelling<void>>
  close: () => void
  children: ReactNode
}

function Dialog({ title, yes, danger, isReady, telling, close, children }: DialogProps) {
  const { tell, isPending, error, tooLate } = telling
  const typed = useTyped()
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={close}
      {...typed.dialog}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
    >
      <form
        {...typed.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (tooLate === null) tell()
        }}
      >
        <Stack gap="md">
          {tooLate === null ? (
            <Refused error={error} />
          ) : (
            <TooLate title={tooLate}>What you entered here was not sent.</TooLate>
          )}
          {children}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button size="md" variant="default" onClick={close}>
            {tooLate === null ? 'Back' : 'Close'}
          </Button>
          {tooLate === null ? (
            <Button type="submit" size="md" color={danger ? 'red' : undefined} loading={isPending} disabled={!isReady}>
              {yes}
            </Button>
          ) : null}
        </Group>
      </form>
    </Modal>
  )
}

const dollarField = {
  size: 'md',
  prefix: '$',
  thousandSeparator: ',',
  decimalScale: 2,
  fixedDecimalScale: true,
  min: 0,
  hideControls: true,
} as const

export function AcceptDialog({ job, close }: Props) {
  const { jobId, customerOrderId } = job
  const [items, setItems] = useState<number | string>('')
  const [taxes, setTaxes] = useState<number | string>('')
  const telling = useTelling({
    job,
    act: 'accept',
    tell: () =>
      ask(
        api.POST('/press/jobs/{jobId}/accept', {
          params: { path: { jobId } },
          body: { itemsTotal: Number(items), taxesTotal: Number(taxes) },
        }),
      ),
    done: () => `${customerOrderId} accepted`,
    close,
  })
  const isReady = items !== '' && taxes !== ''
  return (
    <Dialog
      title={`Accept ${customerOrderId}`}
      yes={isReady ? `Accept for ${money(Number(items) + Number(taxes))}` : 'Accept'}
      isReady={isReady}
      telling={telling}
      close={close}
    >
      <Text>You set the prices for this customer. Enter the shipping price when you ship the job.</Text>
      <NumberInput label="All books" required data-autofocus {...dollarField} value={items} onChange={setItems} />
      <NumberInput
        label="Taxes"
        description="0 if there are none"
        required
        {...dollarField}
        value={taxes}
        onChange={setTaxes}
      />
    </Dialog>
  )
}

/** Tomorrow, unless it is due after that: nobody names a day that is over. */
const laterDay = (due: string | null): string => [due ?? '', dayFromToday(1)].sort().at(-1)!

export function DelayDialog({ job, close }: Props) {
  const { jobId, customerOrderId } = job
  const [until, setUntil] = useState(laterDay(dueOf(job)))
  const [reason, setReason] = useState('')
  const telling = useTelling({
    job,
    act: 'delay',
    tell: () => ask(api.POST('/press/jobs/{jobId}/delay', { params: { path: { jobId } }, body: { until, reason } })),
    done: () => 'The customer is notified of the date',
    close,
  })
  return (
    <Dialog
      title={`Change the ship date of ${customerOrderId}`}
      yes="Save the new date"
      isReady={until !== ''}
      telling={telling}
      close={close}
    >
      <TextInput
        type="date"
        size="md"
        label="New ship date"
        required
        min={dayFromToday(0)}
        data-autofocus
        value={until}
        onChange={event => setUntil(event.currentTarget.value)}
      />
      <Textarea
        size="md"
        label="Why"
        description="The customer sees this reason"
        autosize
        minRows={2}
        maxLength={1000}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </Dialog>
  )
}

const kinds = {
  problem: {
    title: 'Report a problem',
    text: 'The job stops, and the support staff decides what to do.',
    label: 'What is wrong',
    yes: 'Report the problem and stop',
  },
  refuse: {
    title: 'Refuse',
    text: 'Another printer gets the job if possible; otherwise the support staff decides.',
    label: 'Reason',
    yes: 'Refuse job',
  },
}

export function ProblemDialog({ job, kind, close }: Props & { kind: 'problem' | 'refuse' }) {
  const { jobId, customerOrderId } = job
  const { title, text, label, yes } = kinds[kind]
  const [reason, setReason] = useState('')
  const telling = useTelling({
    job,
    act: kind,
    tell: () => {
      const call = { params: { path: { jobId } }, body: { reason: reason.trim() } }
      return kind === 'problem'
        ? ask(api.POST('/press/jobs/{jobId}/problem', call))
        : ask(api.POST('/press/jobs/{jobId}/refuse', call))
    },
    done: () => (kind === 'problem' ? 'The support staff has been notified' : 'Refused'),
    close,
  })
  return (
    <Dialog
      title={`${title}: ${customerOrderId}`}
      yes={yes}
      danger
      isReady={reason.trim() !== ''}
      telling={telling}
      close={close}
    >
      <Text>{text}</Text>
      <Textarea
        size="md"
        label={label}
        required
        autosize
        minRows={3}
        maxLength={1000}
        data-autofocus
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </Dialog>
  )
}
