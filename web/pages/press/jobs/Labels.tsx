// The labels of a job's parcels, where the service buys them: box and weight of each parcel, the purchase, the file,
// and giving a label back. A weight that a missing or wrong book explains stops before the purchase.

import { Alert, Badge, Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem, api } from '../../../api.ts'
import type { ListJobLabelsAnswerParcel, PrintJob, ShippingLabel } from '../../../apiTypes.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { useOnline } from '../../../components/feedback/online.ts'
import { useConfirm } from '../../../components/forms/Confirm.tsx'
import { download } from '../../../components/forms/download.ts'
import { separators } from '../../../components/forms/separators.ts'
import { Section } from '../../../components/layout/Section.tsx'
import { number } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import classes from './Job.module.css'
import { contentsOf } from './jobTexts.ts'
import type { Parcel } from './shipments.ts'

/** A request that takes longer counts as without a connection. */
export const maxWaitMs = 60_000
const downloadedKey = 'downloaded-labels'
/** More than a press desk buys in a day. */
const rememberedLabels = 1000
/** The browser has read the file by then. */
const saveMs = 60_000

/** `copies` is null where the books of the parcel are not planned. */
type Planned = Omit<ListJobLabelsAnswerParcel, 'copies'> & { copies: number[] | null }

export const labelsKey = (jobId: string) => ['labels', jobId] as const
const invoiceOf = (jobId: string, { labelId }: ShippingLabel) => `/press/jobs/${jobId}/labels/${labelId}/invoice`
const fileOf = (jobId: string, { labelId }: ShippingLabel, format: 'PDF' | 'ZPL') =>
  `/press/jobs/${jobId}/labels/${labelId}/file?format=${format}`

type LabelsProps = {
  job: PrintJob
  recorded: string[]
  add: (parcels: Parcel[]) => void
  remove: (number: string) => void
}

/** Nothing where labels are made elsewhere. `add` gets each parcel whose label was bought, once. */
export function Labels({ job, recorded, add, remove }: LabelsProps) {
  const { jobId, customs } = job
  const isOnline = useOnline()
  const { data } = useQuery({
    queryKey: labelsKey(jobId),
    queryFn: () => api.GET('/press/jobs/{jobId}/labels', { params: { path: { jobId } } }),
    enabled: isOnline,
    retry: false,
    // A label whose purchase has no known outcome is asked for again.
    refetchInterval: ({ state }) => (state.data?.labels.some(isPending) ? 5000 : false),
  })
  const added = useRef(new Set(recorded))
  const bought = (data?.labels ?? []).filter(({ status }) => status === 'bought')
  useEffect(() => {
    const fresh = bought.filter(({ trackingNumber }) => !added.current.has(trackingNumber!))
    if (fresh.length === 0) return
    for (const { trackingNumber } of fresh) added.current.add(trackingNumber!)
    add(fresh.map(({ trackingNumber, carrier }) => ({ number: trackingNumber!, carrier })))
  })
  // Of labels that were given back, here or by another person. One that is not refunded may be entered again by hand.
  const removed = useRef(new Set<string>())
  useEffect(() => {
    for (const { status, trackingNumber } of data?.labels ?? []) {
      if (status === 'bought' || trackingNumber === null || removed.current.has(trackingNumber)) continue
      removed.current.add(trackingNumber)
      remove(trackingNumber)
    }
  })
  if (!data?.sellsLabels) return null
  const labels = data.labels.filter(({ status }) => status !== 'voided')
  const held = labels.filter(holdsParcel).map(({ parcel }) => parcel)
  const isOpen = ({ parcel }: { parcel: number }) => !held.includes(parcel)
  const next = Math.max(0, ...held) + 1
  const planned: Planned[] = data.parcels.length > 0 ? data.parcels.filter(isOpen) : [unplanned(next)]
  return (
    <Stack gap="sm" role="group" aria-label={t('Labels')}>
      {data.isSample ? <Badge color="orange">{t('Sample labels: not for mailing')}</Badge> : null}
      {labels.map(label => (
        <LabelLine
          key={label.labelId}
          {...{ jobId, label, remove }}
          contents={data.parcels.filter(({ parcel }) => parcel === label.parcel).map(plan => contentsOf(job, plan))}
          passesCustoms={customs !== null}
        />
      ))}
      {planned.map(parcel => (
        <Purchase
          key={[parcel.parcel, parcel.box, ...(parcel.copies ?? [])].join()}
          job={job}
          planned={parcel}
          boxes={data.boxes}
        />
      ))}
    </Stack>
  )
}

/** The labels of parcels of a shipped job that came back, and that the staff send again. */
export function ResentParcels({ job: { jobId, customs } }: { job: PrintJob }) {
  const { data } = useQuery({
    queryKey: labelsKey(jobId),
    queryFn: () => api.GET('/press/jobs/{jobId}/labels', { params: { path: { jobId } } }),
    retry: false,
  })
  const labels = data?.labels.filter(({ resends, status }) => resends !== null && status !== 'failed') ?? []
  if (labels.length === 0) return null
  return (
    <Section title={t('Parcels to send again')}>
      {labels.map(label => (
        <LabelLine
          key={label.labelId}
          {...{ jobId, label }}
          contents={[]}
          remove={null}
          passesCustoms={customs !== null}
        />
      ))}
    </Section>
  )
}

/** While the carrier decides about the refund of a label, its parcel may have another. */
export const holdsParcel = ({ status, trackingNumber }: ShippingLabel): boolean =>
  status === 'requested' || status === 'bought' || (status === 'void_requested' && trackingNumber === null)

const isPending = (label: ShippingLabel): boolean => holdsParcel(label) && label.status !== 'bought'

/** Of a job that no box holds: a person chooses. */
const unplanned = (parcel: number): Planned => ({
  ...{ parcel, box: '', copies: null, weightOunces: 0, minOunces: 0, maxOunces: Number.POSITIVE_INFINITY },
})

type PurchaseProps = { job: PrintJob; planned: Planned; boxes: string[] }

function Purchase({ job, planned, boxes }: PurchaseProps) {
  const { jobId, customs } = job
  const queries = useQueryClient()
  const { parcel, weightOunces, minOunces, maxOunces } = planned
  /** Of each item, as the packer packed them; null: as planned. */
  const [copies, setCopies] = useState<number[] | null>(null)
  const [box, setBox] = useState<string | null>(planned.box || null)
  const [weight, setWeight] = useState<number | string>('')
  const [isDoubted, setDoubted] = useState(false)
  const buy = useAction({
    mutationFn: (acceptWeight: boolean) =>
      api.POST('/press/jobs/{jobId}/labels', {
        params: { path: { jobId } },
        body: {
          parcel,
          ...(box === null || box === planned.box ? {} : { box }),
          ...(copies === null ? {} : { copies }),
          ...(weight === '' ? {} : { weightOunces: Number(weight) }),
          ...(acceptWeight ? { acceptWeight } : {}),
        },
      }),
    async onSuccess(label) {
      await queries.invalidateQueries({ queryKey: labelsKey(jobId) })
      if (label.status === 'bought') await downloadLabel(jobId, label, customs !== null)
    },
  })
  const refusal = buy.error instanceof ApiProblem && isAboutWeight(buy.error) ? buy.error.message : null
  const isAsPlanned = copies === null && box === planned.box
  const isOff = weight !== '' && isAsPlanned && (Number(weight) < minOunces || Number(weight) > maxOunces)
  /** Other books, another box or another weight are another question. */
  const ask = () => {
    setDoubted(false)
    if (!buy.isPending) buy.reset()
  }
  return (
    <Stack gap="xs">
      <FormError error={refusal === null ? buy.error : null} />
      {isDoubted || refusal !== null ? (
        <Alert color="red" role="alert" icon={<CircleAlert size={18} />}>
          {refusal ??
            t(
              'The scale shows {scale} oz, but this parcel weighs {computed} oz. Is a book missing, or the wrong one?',
              {
                scale: number(Number(weight)),
                computed: number(weightOunces),
              },
            )}
          <Group mt="xs">
            <Button size="md" color="red" variant="light" onClick={() => buy.mutate(true)} loading={buy.isPending}>
              {t('Books are right')}
            </Button>
          </Group>
        </Alert>
      ) : null}
      <Books
        {...{ job, planned, copies }}
        change={changed => {
          setCopies(changed)
          ask()
        }}
      />
      <Group align="flex-end" gap="xs" className="fillRow">
        <Select
          size="md"
          label={t('Box of parcel {number}', { number: number(parcel) })}
          placeholder={t('Choose a box')}
          data={boxes}
          value={box}
          onChange={value => {
            setBox(value)
            ask()
          }}
        />
        <NumberInput
          size="md"
          label={t('Weight of parcel {number}', { number: number(parcel) })}
          placeholder={weightOunces === 0 ? '' : `${number(weightOunces)} oz`}
          suffix=" oz"
          {...separators}
          decimalScale={1}
          min={0}
          hideControls
          value={weight}
          onChange={value => {
            setWeight(value)
            ask()
          }}
        />
        <Button
          size="md"
          leftSection={<Printer size={18} />}
          disabled={box === null || (planned.copies === null && copies === null && weight === '')}
          loading={buy.isPending}
          onClick={() => (isOff ? setDoubted(true) : buy.mutate(false))}
        >
          {t('Buy and print label')}
        </Button>
      </Group>
    </Stack>
  )
}

type BooksProps = {
  job: PrintJob
  planned: Planned
  copies: number[] | null
  change: (copies: number[] | null) => void
}

/** The books of a parcel, as planned until the packer names others. */
function Books({ job, planned, copies, change }: BooksProps) {
  if (copies === null)
    return (
      <Group justify="space-between" gap="xs">
        {planned.copies === null ? null : (
          <Text className="wrap">{contentsOf(job, { ...planned, copies: planned.copies })}</Text>
        )}
        <Button
          size="md"
          variant="subtle"
          onClick={() => change(planned.copies ?? job.items.map(() => 0))}
          aria-label={t('Choose the books of parcel {number}', { number: number(planned.parcel) })}
        >
          {t('Choose books')}
        </Button>
      </Group>
    )
  return (
    <Stack gap="xs">
      {job.items.map(({ quantity, book, title }, i) => (
        <NumberInput
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a job never change their order
          key={i}
          size="md"
          label={t('Copies of {book} in parcel {number}', {
            book: title ?? book.name,
            number: number(planned.parcel),
          })}
          {...separators}
          allowDecimal={false}
          min={0}
          max={quantity}
          value={copies[i]!}
          onChange={count => change(copies.with(i, Number(count)))}
        />
      ))}
      <Button size="md" variant="subtle" onClick={() => change(null)}>
        {t('As planned')}
      </Button>
    </Stack>
  )
}

export const isAboutWeight = ({ errors }: ApiProblem): boolean => errors.some(({ code }) => code === 'weight_differs')

/** To print them again after the job has ended. */
export function LabelsOfEndedJob({ job: { jobId, customs } }: { job: PrintJob }) {
  const isOnline = useOnline()
  const { data } = useQuery({
    queryKey: labelsKey(jobId),
    queryFn: () => api.GET('/press/jobs/{jobId}/labels', { params: { path: { jobId } } }),
    enabled: isOnline,
    retry: false,
  })
  const bought = (data?.labels ?? []).filter(({ status, resends }) => status === 'bought' && resends === null)
  if (bought.length === 0) return null
  return (
    <Section title={t('Labels')}>
      <Stack gap="sm">
        {bought.map(label => (
          <LabelLine
            key={label.labelId}
            {...{ jobId, label }}
            contents={[]}
            passesCustoms={customs !== null}
            remove={null}
          />
        ))}
      </Stack>
    </Section>
  )
}

/** `remove` is null when the label is used, and cannot be given back. */
type LineProps = {
  jobId: string
  label: ShippingLabel
  contents: string[]
  passesCustoms: boolean
  remove: LabelsProps['remove'] | null
}

function LabelLine({ jobId, label, contents, passesCustoms, remove }: LineProps) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const { labelId, status, trackingNumber, carrier, service, problem, parcel, resends } = label
  const canBeVoided = resends === null && (status === 'bought' || status === 'requested')
  const giveBack = useAction({
    mutationFn: () => api.POST('/press/jobs/{jobId}/labels/{labelId}/void', { params: { path: { jobId, labelId } } }),
    onSuccess(after) {
      if (after.status !== 'bought' && trackingNumber !== null) remove?.(trackingNumber)
      return queries.invalidateQueries({ queryKey: labelsKey(jobId) })
    },
  })
  const askToVoid = async () => {
    const isSure = await confirm({
      title: t('Void the label?'),
      text: t('The carrier gets it back. Do not use the printed label.'),
      confirmLabel: t('Void label'),
      danger: true,
    })
    if (isSure) giveBack.mutate()
  }
  return (
    <div className={classes.label}>
      <FormError error={giveBack.error} />
      <Group justify="space-between" gap="xs">
        <Stack gap={0}>
          <Text className="mono wrap">{trackingNumber ?? t('Parcel {number}', { number: number(parcel) })}</Text>
          <Text size="sm" c="dimmed">
            {[statusText(status), carrier, service].filter(Boolean).join(' · ')}
          </Text>
          {contents.map(line => (
            <Text key={line} size="sm" className="wrap">
              {line}
            </Text>
          ))}
          {problem === null ? null : (
            <Text size="sm" c="red" className="wrap">
              {problem}
            </Text>
          )}
        </Stack>
        <Group gap="xs">
          {status === 'bought'
            ? (['PDF', 'ZPL'] as const).map(format => (
                <Button
                  key={format}
                  size="md"
                  variant="default"
                  component="a"
                  href={fileOf(jobId, label, format)}
                  download
                  aria-label={t('Label as {format}', { format })}
                >
                  {format}
                </Button>
              ))
            : null}
          {status === 'bought' && passesCustoms ? (
            <Button size="md" variant="default" component="a" href={invoiceOf(jobId, label)} download>
              {t('Invoice')}
            </Button>
          ) : null}
          {remove !== null && canBeVoided ? (
            <Button size="md" variant="subtle" color="red" loading={giveBack.isPending} onClick={askToVoid}>
              {t('Void')}
            </Button>
          ) : null}
        </Group>
      </Group>
    </div>
  )
}

function statusText(status: ShippingLabel['status']): string {
  switch (status) {
    case 'requested':
      return t('Waiting for the carrier')
    case 'void_requested':
      return t('Void requested')
    case 'not_refunded':
      return t('Not refunded: the carrier keeps the money')
    case 'failed':
      return t('Not bought')
    default:
      return ''
  }
}

/** With its invoice, if its parcel passes customs. Throws when a file cannot be read: then nothing is printed. */
export async function downloadLabel(jobId: string, label: ShippingLabel, passesCustoms: boolean): Promise<void> {
  const { labelId } = label
  const path = { jobId, labelId }
  const options = { params: { path }, parseAs: 'blob', signal: AbortSignal.timeout(maxWaitMs) } as const
  const file = await api.GET('/press/jobs/{jobId}/labels/{labelId}/file', options)
  const invoice = passesCustoms ? await api.GET('/press/jobs/{jobId}/labels/{labelId}/invoice', options) : null
  save(file, `label-${labelId}.pdf`)
  if (invoice !== null) save(invoice, `invoice-${labelId}.pdf`)
  localStorage.setItem(downloadedKey, JSON.stringify([labelId, ...downloadedLabels()].slice(0, rememberedLabels)))
}

export const isDownloaded = ({ labelId }: ShippingLabel): boolean => downloadedLabels().includes(labelId)

/** The labels that this device has downloaded, the newest first. */
function downloadedLabels(): string[] {
  const kept: unknown = JSON.parse(localStorage.getItem(downloadedKey) ?? '[]')
  return Array.isArray(kept) ? kept : []
}

function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  download(href, name)
  setTimeout(() => URL.revokeObjectURL(href), saveMs)
}
