// Parcels are scanned one after another: a scanner types the number and presses Enter, and the field is
// emptied and keeps the focus. The service recognizes the carrier from the number: as soon as it is
// scanned, or without a connection when the shipment is sent.

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
import type { PrintJob } from '../../../apiTypes.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { useOnline } from '../../../components/feedback/online.ts'
import { useConfirm } from '../../../components/forms/Confirm.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { useReturnFocus } from '../../../components/forms/opener.ts'
import { separators } from '../../../components/forms/separators.ts'
import { t } from '../../../language.ts'
import { orderName } from '../../../shell/offline/orderName.ts'
import { useDraft } from '../../../shell/session/session.ts'
import { isDearer, PriceReason } from './Dialogs.tsx'
import classes from './Job.module.css'
import { shipText } from './jobTexts.ts'
import { Labels } from './Labels.tsx'
import { TooLate, useSendMessage } from './messages.tsx'
import { carrierQuery, carriersOf, type Parcel, shipmentsOf, trackingNumberOf } from './shipments.ts'

type ShipDraft = { parcels: Parcel[]; shipping: number | string }

const ticketScanned = t('This is a job ticket. Scan the parcel label.')

export function Ship({ job, close }: { job: PrintJob; close: () => void }) {
  const order = orderName(job)
  const { jobId, enterprise, agreedPrices, cancellationRequested } = job
  const queries = useQueryClient()
  useReturnFocus()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [scanError, setScanError] = useState<string | null>(null)
  const draft = useDraft<ShipDraft>(`ship ${jobId}`)
  const [parcels, setParcels] = useState<Parcel[]>(() => draft.read()?.parcels ?? [])
  const [isUntracked, setUntracked] = useState(false)
  const agreed = agreedPrices?.shippingTotal ?? null
  const [shipping, setShipping] = useState<number | string>(() => draft.read()?.shipping ?? agreed ?? '')
  const [reason, setReason] = useState('')
  const isAbove = enterprise && agreed !== null && isDearer(Number(shipping), agreed)
  const recordedCount = recordedNumbers(job).length
  const isOnline = useOnline()
  useEffect(() => {
    if (parcels.length === 0 && shipping === (agreed ?? '')) draft.clear()
    else draft.save({ parcels, shipping })
  }, [draft, parcels, shipping, agreed])

  const typed = trackingNumberOf(text)
  const isDuplicate = parcels.some(({ number }) => number === typed)
  const isTicket = typed.startsWith('JOB_')
  /** Includes a number that was typed without a final Enter. */
  const allParcels = typed === '' || isDuplicate || isTicket ? parcels : [...parcels, { number: typed, carrier: null }]
  const addParcel = () => {
    setScanError(
      isTicket ? ticketScanned : isDuplicate ? t('{number} is already in the list', { number: typed }) : null,
    )
    setParcels(allParcels)
    setText('')
  }
  const confirm = useConfirm()
  const [isAsking, setAsking] = useState(false)
  const send = async (what: 'all' | 'some') => {
    addParcel()
    setAsking(true)
    try {
      if (await confirmCarriers(allParcels)) tell({ what, parcels: allParcels })
    } finally {
      setAsking(false)
    }
  }

  /** The label of a parcel without a recognized carrier may have been misread: a person decides. */
  async function confirmCarriers(parcels: Parcel[]): Promise<boolean> {
    const unknown = (await carriersOf(queries, parcels))
      .filter(({ carrier }) => carrier === '')
      .map(parcel => parcel.number)
    if (unknown.length === 0) return true
    return confirm({
      title: t('{count, plural, one {Carrier not recognized} other {# carriers not recognized}}', {
        count: unknown.length,
      }),
      text: (
        <>
          {t(
            '{count, plural, one {This number matches} other {These numbers match}} no carrier, so the customer gets no tracking link. Check the label, or choose the carrier.',
            { count: unknown.length },
          )}
          {unknown.map(parcel => (
            <span key={parcel} className="mono wrap" style={{ display: 'block' }}>
              {parcel}
            </span>
          ))}
        </>
      ),
      confirmLabel: t('Ship without a carrier'),
      cancelLabel: t('Check the label'),
      danger: true,
    })
  }

  const end = () => {
    draft.clear()
    close()
  }

  const untracked = [
    {
      masterTrackingNumber: '',
      carrier: '',
      packages: [{ trackingNumber: '', altTrackingNumber: '', trackingUrl: '' }],
    },
  ]
  const { tell, isPending, error, tooLate } = useSendMessage({
    job,
    act: 'ship',
    async message({ what, parcels }: { what: 'all' | 'some'; parcels: Parcel[] }) {
      const shipments = isUntracked && parcels.length === 0 ? untracked : await shipmentsOf(queries, parcels)
      return what === 'some'
        ? { kind: 'packages', body: { shipments } }
        : {
            kind: 'ship',
            body: {
              shipments,
              ...(enterprise ? { shippingTotal: Number(shipping) } : {}),
              ...(isAbove ? { reason: reason.trim() } : {}),
            },
          }
    },
    done: ({ what }) =>
      what === 'all' ? t('{order} shipped', { order }) : t('Parcels recorded. The job stays open for more.'),
    close: end,
  })
  const isPriced = !enterprise || (shipping !== '' && (!isAbove || reason.trim() !== ''))
  const isReady = (allParcels.length > 0 || isUntracked || recordedCount > 0) && isPriced

  if (tooLate !== null) {
    return <JobOver job={job} scanned={allParcels.map(({ number }) => number)} reason={tooLate} close={end} />
  }
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t('Ship {order}', { order })}
      closeButtonProps={{ 'aria-label': t('Close'), size: 'lg' }}
      closeOnClickOutside={false}
      closeOnEscape={allParcels.length === 0}
    >
      <Stack gap="md">
        {cancellationRequested ? (
          <Alert color="red" icon={<CircleAlert size={18} />}>
            {t('The customer asked to cancel. If you ship this job, you refuse the request.')}
          </Alert>
        ) : null}
        {job.changeRequest === null ? null : (
          <Alert color="orange" icon={<CircleAlert size={18} />}>
            {t('The customer asked for a change. If you ship this job, you refuse the request.')}
          </Alert>
        )}
        <FormError error={error} />
        {isOnline ? null : (
          <Alert color="orange">
            {t('You’re offline. What you ship is queued, and carriers are recognized when it is sent.')}
          </Alert>
        )}
        {recordedCount > 0 ? (
          <Text>
            {t('{count, plural, one {# parcel} other {# parcels}} already shipped. Scan the remaining parcels.', {
              count: recordedCount,
            })}
          </Text>
        ) : null}
        <Form
          submit={() => {
            if (typed !== '') addParcel()
            field.current?.focus()
          }}
        >
          <TextInput
            ref={field}
            className={classes.scan}
            label={t('Tracking numbers')}
            description={t('Scan one parcel after another, or type a number and press Enter')}
            leftSection={<ScanBarcode size={20} />}
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            error={scanError}
            errorProps={{ role: 'alert' }}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
        </Form>
        <Labels
          job={job}
          recorded={recordedNumbers(job)}
          add={bought =>
            setParcels(before => [
              ...before,
              ...bought.filter(({ number }) => before.every(parcel => parcel.number !== number)),
            ])
          }
          remove={voided => setParcels(before => before.filter(({ number }) => number !== voided))}
        />
        {parcels.length > 0 ? (
          <ul className={classes.parcels} aria-label={t('Parcels')}>
            {parcels.map(parcel => (
              <Line
                key={parcel.number}
                parcel={parcel}
                choose={carrier =>
                  setParcels(before => before.map(entry => (entry === parcel ? { ...parcel, carrier } : entry)))
                }
                remove={() => setParcels(before => before.filter(entry => entry !== parcel))}
              />
            ))}
          </ul>
        ) : (
          <Checkbox
            size="md"
            label={t('No tracking number')}
            checked={isUntracked}
            onChange={event => setUntracked(event.currentTarget.checked)}
          />
        )}
        {enterprise ? (
          <NumberInput
            size="md"
            label={t('Shipping price')}
            description={t(agreed === null ? 'You set the prices for this customer' : 'The agreed price')}
            required
            prefix="$"
            {...separators}
            decimalScale={2}
            min={0}
            hideControls
            value={shipping}
            onChange={setShipping}
          />
        ) : null}
        {isAbove ? <PriceReason agreed={agreed} value={reason} onChange={setReason} /> : null}
        <Group justify="space-between" gap="xs" className="fillRow">
          <Button
            size="md"
            variant="subtle"
            disabled={allParcels.length === 0 || isPending || isAsking}
            onClick={() => send('some')}
          >
            {t('More parcels will follow')}
          </Button>
          <Button size="md" disabled={!isReady} loading={isPending || isAsking} onClick={() => send('all')}>
            {allParcels.length > 0 ? shipText(allParcels.length + recordedCount) : t('Ship')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

export const recordedNumbers = ({ packages }: PrintJob): string[] =>
  packages.flatMap(shipment => shipment.packages.map(({ trackingNumber }) => trackingNumber))

type JobOverProps = { job: PrintJob; scanned: string[]; reason: string; close: () => void }

/** Replaces the fields once the job has ended, so that a scanner has nothing to type into or to press. */
function JobOver({ job, scanned, reason, close }: JobOverProps) {
  const recorded = recordedNumbers(job)
  const missing = scanned.filter(number => !recorded.includes(number))
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t('Ship {order}', { order: orderName(job) })}
      closeButtonProps={{ 'aria-label': t('Close'), size: 'lg' }}
      closeOnClickOutside={false}
      closeOnEscape={scanned.length === 0}
    >
      <TooLate title={reason}>
        {missing.length > 0 ? (
          <>
            {t(
              '{count, plural, one {This parcel is not recorded. Tell support if it has shipped.} other {These parcels are not recorded. Tell support if they have shipped.}}',
              { count: missing.length },
            )}
            {missing.map(number => (
              <div key={number} className="mono wrap">
                {number}
              </div>
            ))}
          </>
        ) : scanned.length > 0 ? (
          t('The parcels that you scanned are recorded.')
        ) : null}
      </TooLate>
      <Group justify="flex-end" mt="lg">
        <Button size="md" variant="default" onClick={close}>
          {t('Close')}
        </Button>
      </Group>
    </Modal>
  )
}

type LineProps = { parcel: Parcel; choose: (carrier: string | null) => void; remove: () => void }

function Line({ parcel: { number, carrier }, choose, remove }: LineProps) {
  const isOnline = useOnline()
  const { data, isError } = useQuery({ ...carrierQuery(number), enabled: isOnline })
  const found = data?.carrier ?? ''
  const named = carrier ?? found
  return (
    <li>
      {/* Announced to screen readers. */}
      <VisuallyHidden role="status">
        {data === undefined ? '' : `${number}: ${named === '' ? t('Carrier not recognized') : named}`}
      </VisuallyHidden>
      <span className="mono wrap">{number}</span>
      <Select
        size="md"
        aria-label={t('Carrier of {number}', { number })}
        placeholder={data !== undefined ? t('Not recognized') : isOnline && !isError ? t('Checking') : t('Later')}
        data={[...new Set([...(data?.knownCarriers ?? []), named])].filter(name => name !== '')}
        value={named === '' ? null : named}
        onChange={choose}
      />
      <ActionIcon size={44} onClick={remove} aria-label={t('Remove {number}', { number })}>
        <X size={18} />
      </ActionIcon>
    </li>
  )
}
