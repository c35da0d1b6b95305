// Buys the labels of a job whose ticket was scanned, where the printer is set to it: by the computed weights, or one
// parcel at a time by the scale, which types its weight as a scanner types a number.

import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem, api, isTemporary } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { number } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { downloadLabel, holdsParcel, isAboutWeight, labelsKey } from './Labels.tsx'
import { recordedNumbers } from './Ship.tsx'
import type { Parcel } from './shipments.ts'

/** `isAccepted`: a person has looked into the parcel although the scale differs. */
export type ScaleWeight = { ounces: number; isAccepted: boolean }

type BoughtAtScan =
  /** The labels of this job are scanned. */
  | { kind: 'scanned' }
  /** All parcels have labels. */
  | { kind: 'bought'; parcels: Parcel[] }
  | { kind: 'unweighed'; text: string }
  /** `doubted`: the weight that a person may accept. */
  | { kind: 'stopped'; text: string; doubted: ScaleWeight | null }

const ouncesOf: Record<string, number> = { OZ: 1, LB: 16, G: 0.03527396195, KG: 35.27396195 }

/** Null for other texts. Numbers of parcels are longer. */
export function weightIn(scanned: string): ScaleWeight | null {
  const [, amount, unit = 'oz'] = /^\+?(\d{1,4}(?:[.,]\d{1,3})?) ?(oz|lb|g|kg)?$/i.exec(scanned) ?? []
  if (amount === undefined) return null
  const ounces = Number(amount.replace(',', '.')) * ouncesOf[unit.toUpperCase()]!
  return ounces > 0 ? { ounces: Math.round(ounces * 10) / 10, isAccepted: false } : null
}

/** `weight` is for the first parcel without a label. */
export async function buyAtScan(
  queries: QueryClient,
  job: PrintJob,
  weight: ScaleWeight | null,
): Promise<BoughtAtScan> {
  const params = { path: { jobId: job.jobId } }
  const read = () => api.GET('/press/jobs/{jobId}/labels', { params })
  // Without a connection no label is bought, and its number is scanned or comes later.
  const known = await read().catch(error => {
    if (isTemporary(error)) return null
    throw error
  })
  if (!known?.sellsLabels || known.labelsAtScan === null) return { kind: 'scanned' }
  if (known.parcels.length === 0) return stopped(t('No box holds these books. Open the job to choose one.'))
  const held = known.labels.filter(holdsParcel)
  const pending = held.find(({ status }) => status !== 'bought')
  if (pending !== undefined) return stopped(pending.problem ?? unanswered)
  const open = known.parcels.filter(({ parcel }) => held.every(label => label.parcel !== parcel))
  let scale = weight
  for (const { parcel, minOunces, maxOunces } of open) {
    if (known.labelsAtScan === 'weighed' && scale === null)
      return {
        kind: 'unweighed',
        text: t('Weigh parcel {number} of {count}', { number: number(parcel), count: number(known.parcels.length) }),
      }
    const body = {
      parcel,
      ...(scale === null ? {} : { weightOunces: scale.ounces, acceptWeight: scale.isAccepted }),
    }
    try {
      const label = await api.POST('/press/jobs/{jobId}/labels', { params, body })
      if (label.status !== 'bought') return stopped(label.problem ?? unanswered)
      downloadLabel(job.jobId, label, job.customs !== null)
    } catch (error) {
      if (!(error instanceof ApiProblem && isAboutWeight(error))) throw error
      return stopped(
        t('The scale must show {min} oz to {max} oz. {problem}', {
          min: number(minOunces),
          max: number(maxOunces),
          problem: error.message,
        }),
        scale,
      )
    }
    scale = null
  }
  await queries.invalidateQueries({ queryKey: labelsKey(job.jobId) })
  const recorded = recordedNumbers(job)
  const parcels = (await read()).labels
    .filter(({ status, trackingNumber }) => status === 'bought' && !recorded.includes(trackingNumber!))
    .map(({ trackingNumber, carrier }) => ({ number: trackingNumber!, carrier }))
  return parcels.length === 0 ? { kind: 'scanned' } : { kind: 'bought', parcels }
}

const unanswered = t('The carrier has not answered yet. Scan the ticket again later.')
const stopped = (text: string, doubted: ScaleWeight | null = null): BoughtAtScan => ({ kind: 'stopped', text, doubted })
