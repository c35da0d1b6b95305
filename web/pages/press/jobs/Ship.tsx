// Parcels are scanned one after another: a scanner types the number and presses Enter, and the field is emptied and
// keeps the focus. The service recognises the carrier from the number.

import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  NumberInput,
  Select,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, ScanBarcode, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api, ask } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { useReturnFocus } from '../../../components/opener.ts'
import { Refused } from '../../../components/Refused.tsx'
import { plural } from '../../../components/Values.tsx'
import { useDraft } from '../../../shell/session.ts'
import classes from './Job.module.css'
import { TooLate, useTelling } from './telling.tsx'

/** `carrier` is what a person chose; null derives it from the number. */
type Parcel = { number: string; carrier: string | null }
type Scanned = { parcels: Parcel[]; shipping: number | string }

const carriers = ['USPS', 'UPS', 'FedEx', 'DHL', 'Canada Post']
const ticketScanned = 'This is a job ticket. Scan the label of the parcel.'
const plain = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()

const recognised = (number: string) =>
  ({
    queryKey: ['carrier', number],
    queryFn: () => ask(api.GET('/press/carrier', { params: { query: { trackingNumber: number } } })),
    staleTime: Number.POSITIVE_INFINITY,
  }) as const

export function Ship({ job, close }: { job: PrintJob; close: () => void }) {
  const { jobId, customerOrderId, enterprise, cancellationRequested } = job
  const queries = useQueryClient()
  useReturnFocus()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const draft = useDraft<Scanned>(`ship ${jobId}`)
  const [parcels, setParcels] = useState<Parcel[]>(() => draft.read()?.parcels ?? [])
  const [isUntracked, setUntracked] = useState(false)
  const [shipping, setShipping] = useState<number | string>(() => draft.read()?.shipping ?? '')
  const leftBefore = recordedOf(job).length
  useEffect(() => {
    if (parcels.length === 0 && shipping === '') draft.forget()
    else draft.keep({ parcels, shipping })
  }, [draft, parcels, shipping])

  const typed = plain(text)
  const isTwice = parcels.some(({ number }) => number === typed)
  const isTicket = typed.startsWith('JOB_')
  /** Includes a number that was typed without a final Enter. */
  const all = typed === '' || isTwice || isTicket ? parcels : [...parcels, { number: typed, carrier: null }]
  const takeIn = () => {
    setRefused(isTicket ? ticketScanned : isTwice ? `${typed} is already in the list` : null)
    setParcels(all)
    setText('')
  }
  const send = (what: 'all' | 'some') => {
    takeIn()
    tell({ what, parcels: all })
  }

  const end = () => {
    draft.forget()
    close()
  }

  /** One shipment per carrier; the first number is its master number. */
  async function shipmentsOf(parcels: Parcel[]) {
    const named = await Promise.all(
      parcels.map(async ({ number, carrier }) => ({
        number,
        carrier: carrier ?? (await queries.fetchQuery(recognised(number))).carrier,
      })),
    )
    return [...new Set(named.map(one => one.carrier))].map(carrier => {
      const numbers = named.filter(one => one.carrier === carrier).map(one => one.number)
      return {
        masterTrackingNumber: numbers[0]!,
        carrier,
        packages: numbers.map(number => ({ trackingNumber: number, altTrackingNumber: '', trackingUrl: '' })),
      }
    })
  }

  const untracked = [
    {
      masterTrackingNumber: '',
      carrier: '',
      packages: [{ trackingNumber: '', altTrackingNumber: '', trackingUrl: '' }],
    },
  ]
  const { tell, isPending, error, tooLate } = useTelling({
    job,
    act: 'ship',
    async tell({ what, parcels }: { what: 'all' | 'some'; parcels: Parcel[] }) {
      const shipments = isUntracked && parcels.length === 0 ? untracked : await shipmentsOf(parcels)
      const params = { path: { jobId } }
      return what === 'some'
        ? ask(api.POST('/press/jobs/{jobId}/packages', { params, body: { shipments } }))
        : ask(
            api.POST('/press/jobs/{jobId}/ship', {
              params,
              body: { shipments, ...(enterprise ? { shippingTotal: Number(shipping) } : {}) },
            }),
          )
    },
    done: ({ what }) =>
      what === 'all' ? `${customerOrderId} shipped` : 'These parcels are recorded; more will follow',
    close: end,
  })
  const isReady = (all.length > 0 || isUntracked || leftBefore > 0) && (!enterprise || shipping !== '')

  if (tooLate !== null) {
    return <Over job={job} scanned={all.map(({ number }) => number)} why={tooLate} close={end} />
  }
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={`Ship ${customerOrderId}`}
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
      closeOnClickOutside={false}
      closeOnEscape={all.length === 0}
    >
      <Stack gap="md">
        {cancellationRequested ? (
          <Alert color="red" variant="light" icon={<CircleAlert size={18} />}>
            The customer asked to cancel. Shipping it means that it was too late.
          </Alert>
        ) : null}
        <Refused error={error} />
        {leftBefore > 0 ? <Text>{plural(leftBefore, 'parcel')} already left; scan those that leave now.</Text> : null}
        <form
          onSubmit={event => {
            event.preventDefault()
            if (typed !== '') takeIn()
            field.current?.focus()
          }}
        >
          <TextInput
            ref={field}
            className={classes.scan}
            label="Tracking numbers"
            description="Scan one parcel after another, or type a number and press Enter"
            leftSection={<ScanBarcode size={20} />}
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            error={refused}
            errorProps={{ role: 'alert' }}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
        </form>
        {parcels.length > 0 ? (
          <ul className={classes.parcels} aria-label="Parcels">
            {parcels.map(parcel => (
              <Line
                key={parcel.number}
                parcel={parcel}
                choose={carrier =>
                  setParcels(before => before.map(one => (one.number === parcel.number ? { ...one, carrier } : one)))
                }
                remove={() => setParcels(before => before.filter(one => one.number !== parcel.number))}
              />
            ))}
          </ul>
        ) : (
          <Checkbox
            size="md"
            label="No tracking number"
            checked={isUntracked}
            onChange={event => setUntracked(event.currentTarget.checked)}
          />
        )}
        {enterprise ? (
          <NumberInput
            size="md"
            label="Shipping"
            description="You set the prices for this customer"
            required
            prefix="$"
            thousandSeparator=","
            decimalScale={2}
            min={0}
            hideControls
            value={shipping}
            onChange={setShipping}
          />
        ) : null}
        <Group justify="space-between" gap="xs" className="fill">
          <Button size="md" variant="subtle" disabled={all.length === 0 || isPending} onClick={() => send('some')}>
            More parcels will follow
          </Button>
          <Button size="md" disabled={!isReady} loading={isPending} onClick={() => send('all')}>
            {all.length > 0 ? `Ship in ${plural(all.length + leftBefore, 'parcel')}` : 'Ship'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const recordedOf = ({ packages }: PrintJob): string[] =>
  packages.flatMap(shipment => shipment.packages.map(({ trackingNumber }) => trackingNumber))

type OverProps = { job: PrintJob; scanned: string[]; why: string; close: () => void }

/** Instead of the fields once the job is over: a scanner that goes on must find nothing to type into or to press. */
function Over({ job, scanned, why, close }: OverProps) {
  const recorded = recordedOf(job)
  const missing = scanned.filter(number => !recorded.includes(number))
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={`Ship ${job.customerOrderId}`}
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
      closeOnClickOutside={false}
      closeOnEscape={scanned.length === 0}
    >
      <TooLate title={why}>
        {missing.length > 0 ? (
          <>
            {missing.length === 1 ? 'This parcel is' : 'These parcels are'} not recorded. Tell support if{' '}
            {missing.length === 1 ? 'it has' : 'they have'} left.
            {missing.map(number => (
              <div key={number} className="mono wrap">
                {number}
              </div>
            ))}
          </>
        ) : scanned.length > 0 ? (
          'The parcels that you scanned are recorded.'
        ) : null}
      </TooLate>
      <Group justify="flex-end" mt="lg">
        <Button size="md" variant="default" onClick={close}>
          Close
        </Button>
      </Group>
    </Modal>
  )
}

type LineProps = { parcel: Parcel; choose: (carrier: string | null) => void; remove: () => void }

function Line({ parcel: { number, carrier }, choose, remove }: LineProps) {
  const { data } = useQuery(recognised(number))
  const found = data?.carrier ?? ''
  const named = carrier ?? found
  return (
    <li>
      {/* Announced to screen readers. */}
      <VisuallyHidden role="status">
        {data === undefined ? '' : `${number}: ${named === '' ? 'carrier not recognised' : named}`}
      </VisuallyHidden>
      <span className="mono wrap">{number}</span>
      <Select
        size="md"
        aria-label={`Carrier of ${number}`}
        placeholder={data === undefined ? 'Checking' : 'Not recognised'}
        data={carriers}
        value={named === '' ? null : named}
        onChange={choose}
      />
      <ActionIcon size={44} onClick={remove} aria-label={`Remove ${number}`}>
        <X size={18} />
      </ActionIcon>
    </li>
  )
}
