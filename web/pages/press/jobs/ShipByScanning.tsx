// Ships parcels by scans alone: the ticket of a job, the labels of its parcels, then the next ticket, which ships the
// job before it. Where labels are bought at the scan of the ticket, the ticket alone ships the job. An unclear scan
// stops the station until a person has decided. A shipment is sent after half a minute, and can be taken back until
// then.

import { Alert, Badge, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, PackageOpen, ScanBarcode } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { PrintJob } from '../../../apiTypes.ts'
import { Cover } from '../../../components/books/Cover.tsx'
import { errorText } from '../../../components/feedback/Failure.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { capitalize, number } from '../../../components/layout/Values.tsx'
import { shippingClassName } from '../../../components/orders/shippingClasses.ts'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { type ActedJob, performLater, type QueuedAct, takeBack } from '../../../shell/offline/queuedActs.ts'
import { useQueue } from '../../../shell/offline/useQueue.ts'
import { chime, useSound } from '../../../shell/orders/CancellationRequests.tsx'
import { useDraft } from '../../../shell/session/session.ts'
import { buyAtScan, type ScaleWeight, weightIn } from './buyAtScan.ts'
import { useCamera } from './Camera.tsx'
import { findJobs } from './findJobs.ts'
import { booksOf, coverOf, isUnaccepted, needsPrices, shipText, tooLateText } from './jobTexts.ts'
import { afterActs, isWaiting } from './queuedJobs.tsx'
import classes from './ShipByScanning.module.css'
import { carrierQuery, carriersOf, type Parcel, shipmentsOf, trackingNumberOf } from './shipments.ts'
import { jobIdIn } from './ticketCodes.ts'

/** How long a shipment can be taken back. */
const undoMs = 30_000
const shownShipments = 20

/** The message that stops the station, or reports the last scan. */
type Notice = {
  tone: 'bad' | 'good'
  text: string
  jobId?: string
  doubted?: ScaleWeight | null
  /** The books of each parcel. */
  contents?: string[]
}
/** `refusal` is why the service did not accept it, for example because another person was first. */
type Shipped = { key: string; job: ActedJob; parcels: Parcel[]; refusal: string | null }

export function Page() {
  const queries = useQueryClient()
  const { own } = useQueue()
  const [sound] = useSound()
  const field = useRef<HTMLInputElement>(null)
  const draft = useDraft<{ job: PrintJob; parcels: Parcel[] }>('ship by scanning')
  const [text, setText] = useState('')
  const [job, setJob] = useState<PrintJob | null>(() => draft.read()?.job ?? null)
  const [parcels, setParcels] = useState<Parcel[]>(() => draft.read()?.parcels ?? [])
  const [unknown, setUnknown] = useState<string | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [shipped, setShipped] = useState<Shipped[]>([])
  /** Scans that came while the scan before them was looked up. */
  const [waiting, setWaiting] = useState<string[]>([])
  useEffect(() => {
    if (job === null) draft.clear()
    else draft.save({ job, parcels })
  }, [draft, job, parcels])

  const take = (scanned: string) => setWaiting(before => [...before, scanned])
  // A scale repeats itself while a label is bought: its reading is not the weight of the next parcel.
  const isRepeated = (scanned: string) => weightIn(scanned) !== null && (scan.isPending || accept.isPending)
  const camera = useCamera(take)
  // The keyboard of a phone would cover the camera's picture.
  const focus = () => {
    if (!camera.isOpen) field.current?.focus({ preventScroll: true })
  }
  const stop = (text: string, jobId?: string, doubted: ScaleWeight | null = null) => {
    setNotice({ tone: 'bad', text, doubted, ...(jobId === undefined ? {} : { jobId }) })
    if (sound === 'on') chime()
  }
  const allShipped = [...shipped, ...heldShipments(own).filter(({ key }) => shipped.every(entry => entry.key !== key))]
  const refused = shipped.filter(({ key, refusal }) => refusal === null && refusalOf(own, key) !== null)
  useEffect(() => {
    const [first] = refused
    if (first === undefined) return
    setShipped(before => before.map(entry => ({ ...entry, refusal: entry.refusal ?? refusalOf(own, entry.key) })))
    const { customerOrderId: order, jobId } = first.job
    stop(t('{order} was not accepted: {reason}', { order, reason: refusalOf(own, first.key) ?? '' }), jobId)
  })
  const start = (next: PrintJob | null, scanned: Parcel[] = []) => {
    setJob(next)
    setParcels(scanned)
    setUnknown(null)
  }

  async function ship(done: PrintJob, sent = parcels, contents: string[] = []): Promise<void> {
    const shipments = await shipmentsOf(queries, sent)
    const key = await performLater(done, { kind: 'ship', body: { shipments } }, undoMs)
    setShipped(before => [{ key, job: done, parcels: sent, refusal: null }, ...before].slice(0, shownShipments))
    setNotice({
      tone: 'good',
      text: t('{order} ships in {parcels, plural, one {# parcel} other {# parcels}}', {
        order: done.customerOrderId,
        parcels: sent.length,
      }),
      contents,
    })
    start(null)
  }

  /** Ships the job if all its labels are bought. False where its labels are scanned. */
  async function buy(open: PrintJob, weight: ScaleWeight | null): Promise<boolean> {
    const bought = await buyAtScan(queries, open, weight)
    const { customerOrderId: order, jobId } = open
    switch (bought.kind) {
      case 'scanned':
        return false
      case 'bought':
        await ship(open, bought.parcels, bought.contents)
        return true
      case 'unweighed':
        setNotice({ tone: 'good', text: bought.text, contents: [bought.contents] })
        return true
      case 'stopped':
        stop(t('{order}: {problem}', { order, problem: bought.text }), jobId, bought.doubted)
        return true
    }
  }

  async function scanTicket(id: string): Promise<void> {
    if (job !== null && jobIdIn(id) === job.jobId) {
      if (parcels.length > 0) return ship(job)
      if (await buy(job, null)) return
      return stop(t('This is the ticket of {order}. Scan the label of its parcel.', { order: job.customerOrderId }))
    }
    const [only, ...others] = await findJobs(queries, id)
    if (only === undefined)
      return stop(
        t(job === null ? 'Scan a job ticket first. No job has this ID.' : 'No job found. Scan the ticket again.'),
      )
    if (others.length > 0)
      return stop(t('{count} jobs have this order ID. Scan the ticket.', { count: number(others.length + 1) }))
    const next = afterActs(only, own)
    const problem = whyNot(next)
    if (problem !== null) return stop(t('{order}: {problem}', { order: next.customerOrderId, problem }), next.jobId)
    if (job !== null && parcels.length > 0) await ship(job)
    else
      setNotice(
        job === null
          ? null
          : { tone: 'bad', text: t('{order} was left without a parcel.', { order: job.customerOrderId }) },
      )
    start(next)
    await buy(next, null)
  }

  async function scanLabel(open: PrintJob, scanned: string): Promise<void> {
    const weight = weightIn(scanned)
    if (weight !== null && parcels.length === 0 && (await buy(open, weight))) return
    const number = trackingNumberOf(scanned)
    if (parcels.some(parcel => parcel.number === number)) return stop(t('{number} was already scanned.', { number }))
    const used = keptShipmentOf(number, shipped, own)
    if (used !== null) return stop(t('{number} is a parcel of {order}.', { number, order: used }))
    const [named] = await carriersOf(queries, [{ number, carrier: null }])
    if (named?.carrier === '') {
      setUnknown(number)
      return stop(t('No carrier has numbers like {number}.', { number }))
    }
    setNotice(null)
    setParcels([...parcels, { number, carrier: null }])
  }

  const scan = useAction({
    mutationFn: (scanned: string) =>
      jobIdIn(scanned) !== undefined || job === null ? scanTicket(scanned) : scanLabel(job, scanned),
    onError: error => stop(errorText(error)),
    onSettled: focus,
  })
  const accept = useAction({
    mutationFn: async (weight: ScaleWeight) => job !== null && buy(job, weight),
    onError: error => stop(errorText(error)),
    onSettled: focus,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const scanned = text.trim()
    setText('')
    if (unknown !== null) return stop(t('Decide about {number} first.', { number: unknown }))
    if (scanned !== '' && !isRepeated(scanned)) take(scanned)
  }
  useEffect(() => {
    const [next, ...rest] = waiting
    if (next === undefined || scan.isPending || accept.isPending || unknown !== null) return
    setWaiting(rest)
    scan.mutate(next)
  }, [waiting, scan.isPending, accept.isPending, scan.mutate, unknown])
  const decide = (carrier: string | null) => {
    camera.forget()
    if (unknown !== null && carrier !== null) setParcels([...parcels, { number: unknown, carrier }])
    setUnknown(null)
    setNotice(null)
    focus()
  }
  const undo = useAction({
    mutationFn: ({ key }: Shipped) => takeBack(key),
    async onSuccess(isTakenBack, undone) {
      const { jobId, customerOrderId } = undone.job
      if (!isTakenBack) return stop(t('{order} has already been sent.', { order: customerOrderId }), jobId)
      setShipped(before => before.filter(({ key }) => key !== undone.key))
      setNotice({ tone: 'good', text: t('{order} was not shipped.', { order: customerOrderId }) })
      // With its parcels, unless another job is open.
      const [found] = await findJobs(queries, jobId).catch(() => [])
      if (job === null && found !== undefined) start(found, undone.parcels)
    },
    onError: error => stop(errorText(error)),
    onSettled: focus,
  })

  const prompt = t(job === null ? 'Scan a job ticket' : 'Scan a parcel label, or the next ticket')
  return (
    <PageFrame
      title={t('Ship by scanning')}
      about={t('Scan a job ticket, then its parcel labels, then the next ticket.')}
    >
      <form onSubmit={submit}>
        <TextInput
          ref={field}
          className={classes.scan}
          aria-label={prompt}
          placeholder={prompt}
          leftSection={<ScanBarcode size={24} />}
          rightSection={camera.button}
          rightSectionWidth={56}
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </form>
      {camera.panel}
      <NoticeLine notice={notice}>
        {unknown === null ? null : <UnknownCarrier number={unknown} decide={decide} />}
        {notice?.doubted == null ? null : (
          <Button
            mt="sm"
            size="md"
            color="red"
            variant="light"
            loading={accept.isPending}
            onClick={() => accept.mutate(notice.doubted!)}
          >
            {t('Books are right')}
          </Button>
        )}
      </NoticeLine>
      {job === null ? (
        <EmptyState icon={PackageOpen} title={t('No job is open')}>
          {t('The next ticket opens its job. A shipment can be undone for 30 seconds.')}
        </EmptyState>
      ) : (
        <OpenJob
          job={job}
          parcels={parcels}
          remove={parcel => {
            camera.forget()
            setParcels(parcels.filter(entry => entry !== parcel))
            focus()
          }}
          ship={() => take(job.jobId)}
          leave={() => {
            camera.forget()
            start(null)
            setNotice(null)
            focus()
          }}
        />
      )}
      {allShipped.length > 0 ? (
        <Section title={t('Shipped here')}>
          <ul className={classes.shipped}>
            {allShipped.map(entry => (
              <ShippedLine
                key={entry.key}
                entry={entry}
                act={own.find(({ key }) => key === entry.key)}
                undo={() => undo.mutate(entry)}
              />
            ))}
          </ul>
        </Section>
      ) : null}
    </PageFrame>
  )
}

/** Why a job cannot be shipped by a scan; null if it can. */
function whyNot(job: PrintJob): string | null {
  if (job.cancellationRequested) return t('The customer asked to cancel. Open the job to respond.')
  if (job.changeRequest !== null)
    return t('The customer asked for another address or shipping class. Open the job to respond.')
  const late = tooLateText('ship', job)
  if (late !== null) return `${late}.`
  if (isUnaccepted(job)) return t('Accept the job first.')
  return needsPrices(job) ? t('You set its shipping price. Open the job to ship it.') : null
}

const refusalOf = (own: QueuedAct[], wanted: string): string | null =>
  own.find(({ key }) => key === wanted)?.problem?.detail ?? null

/** Shipments that can be taken back, also from this station before the page was loaded again; the newest first. */
const heldShipments = (own: QueuedAct[]): Shipped[] =>
  own
    .flatMap(({ key, jobId, customerOrderId, sendAt, problem, ...act }) => {
      if (act.kind !== 'ship' || sendAt === undefined || problem !== null) return []
      const parcels = (act.body.shipments ?? []).flatMap(({ carrier, packages }) =>
        packages.map(({ trackingNumber = '' }) => ({ number: trackingNumber, carrier: carrier || null })),
      )
      return [{ key, job: { jobId, customerOrderId }, parcels, refusal: null }]
    })
    .reverse()

/** The order that a scanned number was shipped with on this device; null if there is none. */
function keptShipmentOf(number: string, shipped: Shipped[], own: QueuedAct[]): string | null {
  const taken = (act: QueuedAct) =>
    act.kind === 'ship' &&
    act.body.shipments?.some(({ packages }) => packages.some(({ trackingNumber }) => trackingNumber === number))
  const entry = shipped.find(({ parcels }) => parcels.some(parcel => parcel.number === number))
  return (entry?.job ?? own.find(taken))?.customerOrderId ?? null
}

function NoticeLine({ notice, children }: { notice: Notice | null; children: ReactNode }) {
  if (notice === null) return null
  const isBad = notice.tone === 'bad'
  return (
    <Alert
      mb="md"
      color={isBad ? 'red' : 'teal'}
      role={isBad ? 'alert' : 'status'}
      icon={isBad ? <CircleAlert size={18} /> : <CircleCheck size={18} />}
    >
      <Text className="wrap">
        {notice.text}{' '}
        {notice.jobId === undefined ? null : <AppLink to={`/jobs/${notice.jobId}`}>{t('Open the job')}</AppLink>}
      </Text>
      {notice.contents?.map(line => (
        <Text key={line} className="wrap">
          {line}
        </Text>
      ))}
      {children}
    </Alert>
  )
}

/** `decide` takes the name of the carrier, '' for none, and null to leave the label out. */
type UnknownProps = { number: string; decide: (carrier: string | null) => void }

function UnknownCarrier({ number, decide }: UnknownProps) {
  const queries = useQueryClient()
  const { knownCarriers = [] } = (queries.getQueryData(carrierQuery(number).queryKey) ?? {}) as {
    knownCarriers?: string[]
  }
  return (
    <Group gap="sm" mt="sm" className="fillRow">
      <Button size="md" variant="default" onClick={() => decide(null)}>
        {t('Scan the label again')}
      </Button>
      <Select
        size="md"
        aria-label={t('Carrier of {number}', { number })}
        placeholder={t('Choose the carrier')}
        data={knownCarriers}
        value={null}
        onChange={carrier => carrier !== null && decide(carrier)}
      />
      <Button size="md" color="red" variant="light" onClick={() => decide('')}>
        {t('Ship without a carrier')}
      </Button>
    </Group>
  )
}

type OpenProps = {
  job: PrintJob
  parcels: Parcel[]
  remove: (parcel: Parcel) => void
  ship: () => void
  leave: () => void
}

function OpenJob({ job, parcels, remove, ship, leave }: OpenProps) {
  const { customerOrderId, destination, shippingClassification } = job
  return (
    <Section
      title={customerOrderId}
      about={`${destination.name}, ${[destination.city, destination.country].filter(Boolean).join(', ')}`}
      actions={
        <Badge
          size="xl"
          variant={shippingClassification === 'standard' ? 'light' : 'filled'}
          color={shippingClassification === 'standard' ? 'gray' : 'red'}
        >
          {capitalize(shippingClassName(shippingClassification))}
        </Badge>
      }
    >
      <Group wrap="nowrap" align="flex-start" mb="md">
        <Cover cover={coverOf(job, 0)} name={job.items[0]?.book.name ?? ''} />
        <Stack gap={2}>
          {booksOf(job).map(book => (
            <Text key={book} className="wrap">
              {book}
            </Text>
          ))}
        </Stack>
      </Group>
      <ul className={classes.parcels} aria-label={t('Parcels')}>
        {parcels.map(parcel => (
          <li key={parcel.number}>
            <span className="mono wrap">{parcel.number}</span>
            <CarrierName parcel={parcel} />
            <Button
              size="md"
              variant="subtle"
              onClick={() => remove(parcel)}
              aria-label={t('Remove {number}', { number: parcel.number })}
            >
              {t('Remove')}
            </Button>
          </li>
        ))}
      </ul>
      <Group justify="space-between" gap="xs" className="fillRow">
        <Button size="md" variant="subtle" onClick={leave}>
          {t('Leave it unshipped')}
        </Button>
        <Button size="md" disabled={parcels.length === 0} onClick={ship}>
          {parcels.length === 0 ? t('Scan a parcel label') : shipText(parcels.length)}
        </Button>
      </Group>
    </Section>
  )
}

function CarrierName({ parcel: { number, carrier } }: { parcel: Parcel }) {
  const queries = useQueryClient()
  const known = queries.getQueryData(carrierQuery(number).queryKey) as { carrier: string } | undefined
  const name = carrier ?? known?.carrier
  return <Text c="dimmed">{name === undefined ? t('Carrier later') : name || t('No carrier')}</Text>
}

/** `act` is undefined once the service has answered. */
type ShippedProps = { entry: Shipped; act: QueuedAct | undefined; undo: () => void }

function ShippedLine({ entry: { job, parcels, refusal }, act, undo }: ShippedProps) {
  const { customerOrderId, jobId } = job
  const mayUndo = act !== undefined && isWaiting(act)
  return (
    <li>
      <AppLink to={`/jobs/${jobId}`} className="wrap">
        {customerOrderId}
      </AppLink>
      <Text c={refusal === null ? 'dimmed' : 'var(--mantine-color-error)'}>
        {refusal !== null
          ? t('Not accepted')
          : t(
              mayUndo
                ? '{count, plural, one {# parcel} other {# parcels}}'
                : '{count, plural, one {# parcel} other {# parcels}}, sent',
              { count: parcels.length },
            )}
      </Text>
      {mayUndo ? (
        <Button size="md" variant="default" onClick={undo} aria-label={t('Undo {order}', { order: customerOrderId })}>
          {t('Undo')}
        </Button>
      ) : null}
    </li>
  )
}
