// Buys the labels of a job whose ticket was scanned, where the printer is set to it: by the computed weights, or one
// parcel at a time by the scale, which types its weight as a scanner types a number.

import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem, api, isTemporary } from '../../../api.ts'
import type { PrintJob, ShippingLabel } from '../../../apiTypes.ts'
import { number } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { contentsOf } from './jobTexts.ts'
import { isAboutWeight } from './LabelPurchase.tsx'
import { holdsParcel } from './Labels.tsx'
import { downloadLabel, isDownloaded, labelsKey, maxWaitMs } from './labelFiles.ts'
import { recordedNumbers } from './Ship.tsx'
import type { Parcel } from './shipments.ts'

/** `accepted`: the parcel into which a person has looked although the scale differs. */
export type ScaleWeight = { ounces: number; accepted: number | null }

type BoughtAtScan =
  /** The labels of this job are scanned. */
  | { kind: 'scanned' }
  /** All parcels have labels. `contents`: what goes into each, where there are several. */
  | { kind: 'bought'; parcels: Parcel[]; contents: string[] }
  | { kind: 'unweighed'; text: string; contents: string }
  /** `doubted`: the weight that a person may accept. */
  | { kind: 'stopped'; text: string; doubted: ScaleWeight | null }

const ouncesOf: Record<string, number> = { OZ: 1, LB: 16, G: 0.03527396195, KG: 35.27396195 }

/** Null for other texts. Numbers of parcels are longer. */
export function weightIn(scanned: string): ScaleWeight | null {
  const [, amount, unit = 'oz'] = /^\+?(\d{1,4}(?:[.,]\d{1,3})?) ?(oz|lb|g|kg)?$/i.exec(scanned) ?? []
  if (amount === undefined) return null
  const ounces = Number(amount.replace(',', '.')) * ouncesOf[unit.toUpperCase()]!
  return ounces > 0 ? { ounces: Math.round(ounces * 10) / 10, accepted: null } : null
}

/** `weight` is for the first parcel without a label. */
export async function buyAtScan(
  queries: QueryClient,
  job: PrintJob,
  weight: ScaleWeight | null,
): Promise<BoughtAtScan> {
  const params = { path: { jobId: job.jobId } }
  const read = () => api.GET('/press/jobs/{jobId}/labels', { params, signal: AbortSignal.timeout(maxWaitMs) })
  if (job.labelsAtScan == null) return { kind: 'scanned' } // absent of a job that this device has kept for long
  const known = await read().catch(error => {
    if (isTemporary(error)) return null
    throw error
  })
  if (known === null) return stopped(unreachable)
  const recorded = recordedNumbers(job)
  const isRecorded = ({ trackingNumber }: ShippingLabel) => trackingNumber !== null && recorded.includes(trackingNumber)
  if (recorded.some(number => known.labels.every(({ trackingNumber }) => trackingNumber !== number)))
    return stopped(t('Parcels of this job have left under other numbers.'))
  if (known.parcels.length === 0) return stopped(t('No box holds these books. Open the job to choose one.'))
  const held = known.labels.filter(holdsParcel)
  const pending = held.find(({ status }) => status !== 'bought')
  if (pending !== undefined) return stopped(pending.problem ?? unanswered)
  // For example of a label whose answer was late.
  for (const label of held.filter(label => !isRecorded(label) && !isDownloaded(label))) {
    const failure = await print(job, label)
    if (failure !== null) return failure
  }
  const open = known.parcels.filter(({ parcel }) => held.every(label => label.parcel !== parcel))
  // Another person may have bought the label of the parcel into which this person has looked.
  let scale = weight === null || weight.accepted === null || weight.accepted === open[0]?.parcel ? weight : null
  for (const planned of open) {
    const { parcel, minOunces, maxOunces } = planned
    if (job.labelsAtScan === 'weighed' && scale === null)
      return {
        kind: 'unweighed',
        text: t('Weigh parcel {number} of {count}', { number: number(parcel), count: number(known.parcels.length) }),
        contents: contentsOf(job, planned),
      }
    const body = {
      parcel,
      ...(scale === null ? {} : { weightOunces: scale.ounces, acceptWeight: scale.accepted === parcel }),
    }
    try {
      const signal = AbortSignal.timeout(maxWaitMs)
      const label = await api.POST('/press/jobs/{jobId}/labels', { params, body, signal })
      if (label.status !== 'bought') return stopped(label.problem ?? unanswered)
      const failure = await print(job, label)
      if (failure !== null) return failure
    } catch (error) {
      if (!(error instanceof ApiProblem && isAboutWeight(error))) throw error
      return stopped(
        t('The scale must show {min} oz to {max} oz. {problem}', {
          min: number(minOunces),
          max: number(maxOunces),
          problem: error.message,
        }),
        scale && { ...scale, accepted: parcel },
      )
    }
    scale = null
  }
  await queries.invalidateQueries({ queryKey: labelsKey(job.jobId) })
  const parcels = (await read()).labels
    .filter(label => label.status === 'bought' && !isRecorded(label))
    .map(({ trackingNumber, carrier }) => ({ number: trackingNumber!, carrier }))
  const contents = known.parcels.length > 1 ? known.parcels.map(planned => contentsOf(job, planned)) : []
  return parcels.length === 0 ? { kind: 'scanned' } : { kind: 'bought', parcels, contents }
}

/** Null when its files are downloaded. */
async function print({ jobId, customs }: PrintJob, label: ShippingLabel): Promise<BoughtAtScan | null> {
  try {
    await downloadLabel(jobId, label, customs !== null)
    return null
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const text = t('The label of parcel {number} is bought but not downloaded. {problem} Scan the ticket again.', {
      number: number(label.parcel),
      problem: error.message,
    })
    return stopped(text)
  }
}

const unreachable = t(
  'No connection, so its label cannot be bought. Scan the ticket again later, or scan a label from elsewhere.',
)
const unanswered = t('The carrier has not answered yet. Scan the ticket again later.')
const stopped = (text: string, doubted: ScaleWeight | null = null): BoughtAtScan => ({ kind: 'stopped', text, doubted })
