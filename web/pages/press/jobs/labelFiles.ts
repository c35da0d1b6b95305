// The files of bought labels, which this device downloads for its label printer.

import { api } from '../../../api.ts'
import type { ShippingLabel } from '../../../apiTypes.ts'
import { download } from '../../../components/forms/download.ts'

export const labelsKey = (jobId: string) => ['labels', jobId] as const

/** A request that takes longer counts as without a connection. */
export const maxWaitMs = 60_000
const downloadedKey = 'downloaded-labels'
/** More than a press desk buys in a day. */
const rememberedLabels = 1000
/** The browser has read the file by then. */
const saveMs = 60_000

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
