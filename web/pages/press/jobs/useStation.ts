// The scans of the station for shipping: the ticket of a job, the labels of its parcels, then the next ticket, which
// ships the job before it. Where labels are bought at the scan of the ticket, the ticket alone ships the job. An
// unclear scan stops the station until a person has decided. A shipment is sent after half a minute, and can be taken
// back until then.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { errorText } from '../../../components/feedback/Failure.tsx'
import { number } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { orderName } from '../../../shell/offline/orderName.ts'
import { performLater, takeBack } from '../../../shell/offline/queuedActs.ts'
import { useQueue } from '../../../shell/offline/useQueue.ts'
import { chime, useSound } from '../../../shell/orders/CancellationRequests.tsx'
import { useDraft } from '../../../shell/session/session.ts'
import { buyAtScan, type ScaleWeight, weightIn } from './buyAtScan.ts'
import { useCamera } from './Camera.tsx'
import { findJobs } from './findJobs.ts'
import { isUnaccepted, needsPrices, tooLateText } from './jobTexts.ts'
import { afterActs } from './queuedJobs.tsx'
import type { Notice } from './ScanNotice.tsx'
import { heldShipments, keptShipmentOf, refusalOf, type Shipped } from './ShippedHere.tsx'
import { carriersOf, type Parcel, shipmentsOf, trackingNumberOf } from './shipments.ts'
import { jobIdIn } from './ticketCodes.ts'

/** How long a shipment can be taken back. */
const undoMs = 30_000
const shownShipments = 20

export function useStation() {
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
    const { jobId } = first.job
    const order = orderName(first.job)
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
        order: orderName(done),
        parcels: sent.length,
      }),
      contents,
    })
    start(null)
  }

  /** Ships the job if all its labels are bought. False where its labels are scanned. */
  async function buy(open: PrintJob, weight: ScaleWeight | null): Promise<boolean> {
    const bought = await buyAtScan(queries, open, weight)
    const order = orderName(open)
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
        stop(t('{order}: {problem}', { order, problem: bought.text }), open.jobId, bought.doubted)
        return true
    }
  }

  async function scanTicket(id: string): Promise<void> {
    if (job !== null && jobIdIn(id) === job.jobId) {
      if (parcels.length > 0) return ship(job)
      if (await buy(job, null)) return
      return stop(t('This is the ticket of {order}. Scan the label of its parcel.', { order: orderName(job) }))
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
    if (problem !== null) return stop(t('{order}: {problem}', { order: orderName(next), problem }), next.jobId)
    if (job !== null && parcels.length > 0) await ship(job)
    else
      setNotice(
        job === null ? null : { tone: 'bad', text: t('{order} was left without a parcel.', { order: orderName(job) }) },
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
      const { jobId } = undone.job
      const order = orderName(undone.job)
      if (!isTakenBack) return stop(t('{order} has already been sent.', { order }), jobId)
      setShipped(before => before.filter(({ key }) => key !== undone.key))
      setNotice({ tone: 'good', text: t('{order} was not shipped.', { order }) })
      // With its parcels, unless another job is open.
      const [found] = await findJobs(queries, jobId).catch(() => [])
      if (job === null && found !== undefined) start(found, undone.parcels)
    },
    onError: error => stop(errorText(error)),
    onSettled: focus,
  })

  const { data: open = [] } = useQuery({
    queryKey: ['press', 'station'],
    queryFn: async () => (await api.GET('/press/jobs', { params: { query: {} } })).jobs,
  })
  const buysLabels = (job === null ? open : [job]).some(({ labelsAtScan }) => labelsAtScan != null)

  return {
    ...{
      buysLabels,
      focus,
      text,
      setText,
      field,
      submit,
      camera,
      notice,
      unknown,
      decide,
      accept,
      job,
      allShipped,
      own,
      undo,
      take,
    },
    parcels,
    removeParcel(removed: Parcel) {
      camera.forget()
      setParcels(parcels.filter(parcel => parcel !== removed))
      focus()
    },
    leave() {
      camera.forget()
      start(null)
      setNotice(null)
      focus()
    },
  }
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
