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
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, ScanBarcode, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { PrintJob } from '../../../apiTypes.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { useOnline } from '../../../components/feedback/online.ts'
import { Form } from '../../../components/forms/Form.tsx'
import { useReturnFocus } from '../../../components/forms/opener.ts'
import { dollars, separators } from '../../../components/forms/separators.ts'
import { t } from '../../../language.ts'
import { orderName } from '../../../shell/offline/orderName.ts'
import { PriceReason } from './Dialogs.tsx'
import classes from './Job.module.css'
import { shipText } from './jobTexts.ts'
import { Labels } from './Labels.tsx'
import { TooLate } from './messages.tsx'
import { carrierQuery, type Parcel } from './shipments.ts'
import { pricingOf, type SetParcels, useScanning, useSendShipment, useShipDraft } from './useShipping.tsx'

export function Ship({ job, close }: { job: PrintJob; close: () => void }) {
  const order = orderName(job)
  useReturnFocus()
  const { draft, parcels, setParcels, price, setPrice } = useShipDraft(job)
  const scanning = useScanning(parcels, setParcels)
  const { allParcels } = scanning
  const [isUntracked, setUntracked] = useState(false)
  const [reason, setReason] = useState('')
  const recordedCount = recordedNumbers(job).length
  const end = () => {
    draft.clear()
    close()
  }
  const pricing = pricingOf(job, price, reason)
  const { send, isPending, error, tooLate } = useSendShipment({ job, isUntracked, pricing, close: end })
  const ship = (what: 'all' | 'some') => {
    scanning.addParcel()
    return send(what, allParcels)
  }
  if (tooLate !== null) {
    return <JobOver job={job} scanned={allParcels.map(({ number }) => number)} reason={tooLate} close={end} />
  }
  const isReady = (allParcels.length > 0 || isUntracked || recordedCount > 0) && pricing.isComplete
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
        <Requests job={job} />
        <FormError error={error} />
        <OfflineNote />
        <Recorded count={recordedCount} />
        <ScanField {...scanning} />
        <BoughtLabels job={job} setParcels={setParcels} />
        <Parcels {...{ parcels, setParcels, isUntracked, setUntracked }} />
        {job.enterprise ? <ShippingPrice agreed={pricing.agreed} value={price} onChange={setPrice} /> : null}
        {pricing.exceeded === null ? null : (
          <PriceReason agreed={pricing.exceeded} value={reason} onChange={setReason} />
        )}
        <ShipButtons
          parcels={allParcels.length}
          recorded={recordedCount}
          isReady={isReady}
          isPending={isPending}
          ship={ship}
        />
      </Stack>
    </Modal>
  )
}

type ButtonsProps = {
  parcels: number
  recorded: number
  isReady: boolean
  isPending: boolean
  ship(what: 'all' | 'some'): void
}

const ShipButtons = ({ parcels, recorded, isReady, isPending, ship }: ButtonsProps) => (
  <Group justify="space-between" gap="xs" className="fillRow">
    <Button size="md" variant="subtle" disabled={parcels === 0 || isPending} onClick={() => ship('some')}>
      {t('More parcels will follow')}
    </Button>
    <Button size="md" disabled={!isReady} loading={isPending} onClick={() => ship('all')}>
      {parcels > 0 ? shipText(parcels + recorded) : t('Ship')}
    </Button>
  </Group>
)

const Requests = ({ job: { cancellationRequested, changeRequest } }: { job: PrintJob }) => (
  <>
    {cancellationRequested ? (
      <Alert color="red" icon={<CircleAlert size={18} />}>
        {t('The customer asked to cancel. If you ship this job, you refuse the request.')}
      </Alert>
    ) : null}
    {changeRequest === null ? null : (
      <Alert color="orange" icon={<CircleAlert size={18} />}>
        {t('The customer asked for a change. If you ship this job, you refuse the request.')}
      </Alert>
    )}
  </>
)

const OfflineNote = () =>
  useOnline() ? null : (
    <Alert color="orange">
      {t('You’re offline. What you ship is queued, and carriers are recognized when it is sent.')}
    </Alert>
  )

const Recorded = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <Text>
      {t('{count, plural, one {# parcel} other {# parcels}} already shipped. Scan the remaining parcels.', { count })}
    </Text>
  )

function ScanField({ text, setText, typed, scanError, addParcel }: ReturnType<typeof useScanning>) {
  const field = useRef<HTMLInputElement>(null)
  return (
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
  )
}

const BoughtLabels = ({ job, setParcels }: { job: PrintJob; setParcels: SetParcels }) => (
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
)

type ParcelsProps = {
  parcels: Parcel[]
  setParcels: SetParcels
  isUntracked: boolean
  setUntracked(isUntracked: boolean): void
}

const Parcels = ({ parcels, setParcels, isUntracked, setUntracked }: ParcelsProps) =>
  parcels.length === 0 ? (
    <Checkbox
      size="md"
      label={t('No tracking number')}
      checked={isUntracked}
      onChange={event => setUntracked(event.currentTarget.checked)}
    />
  ) : (
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
  )

type PriceProps = { agreed: number | null; value: number | string; onChange(price: number | string): void }

const ShippingPrice = ({ agreed, value, onChange }: PriceProps) => (
  <NumberInput
    size="md"
    label={t('Shipping price')}
    description={t(agreed === null ? 'You set the prices for this customer' : 'The agreed price')}
    required
    {...dollars}
    {...separators}
    decimalScale={2}
    min={0}
    hideControls
    value={value}
    onChange={onChange}
  />
)

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
