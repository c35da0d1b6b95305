// The files of bought labels, which this device downloads in the form that its label printer takes.

import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { api } from '../../../api.ts'
import type { ShippingLabel } from '../../../apiTypes.ts'
import { download } from '../../../components/forms/download.ts'

export const labelsKey = (jobId: string) => ['labels', jobId] as const

/** A request that takes longer counts as without a connection. */
export const maxWaitMs = 60_000
export type LabelFormat = 'PDF' | 'ZPL'
/** Of this device. */
const labelFormat = { key: 'octavo-label-format', defaultValue: 'PDF' as LabelFormat, getInitialValueInEffect: false }
export const useLabelFormat = () => useLocalStorage(labelFormat)

/** The labels that this device has downloaded, the newest first. */
const downloaded = { key: 'downloaded-labels', defaultValue: [] as string[] }
const downloadedLabels = (): string[] => readLocalStorageValue(downloaded)
/** More than a press desk buys in a day. */
const rememberedLabels = 1000
/** The browser has read the file by then. */
const saveMs = 60_000

/** With its invoice, if its parcel passes customs. Throws when a file cannot be read: then nothing is printed. */
export async function downloadLabel(jobId: string, label: ShippingLabel, passesCustoms: boolean): Promise<void> {
  const { labelId } = label
  const path = { jobId, labelId }
  const format = readLocalStorageValue(labelFormat)
  const options = { parseAs: 'blob', signal: AbortSignal.timeout(maxWaitMs) } as const
  const [file, invoice] = await Promise.all([
    api.GET('/press/jobs/{jobId}/labels/{labelId}/file', { ...options, params: { path, query: { format } } }),
    passesCustoms ? api.GET('/press/jobs/{jobId}/labels/{labelId}/invoice', { ...options, params: { path } }) : null,
  ])
  save(file, `label-${labelId}.${format.toLowerCase()}`)
  if (invoice !== null) save(invoice, `invoice-${labelId}.pdf`)
  remember([labelId, ...downloadedLabels()])
}

export const isDownloaded = ({ labelId }: ShippingLabel): boolean => downloadedLabels().includes(labelId)

/** A full or forbidden storage is no reason to download a label again and again. */
function remember(labels: string[]): void {
  try {
    localStorage.setItem(downloaded.key, JSON.stringify(labels.slice(0, rememberedLabels)))
  } catch {}
}

function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  download(href, name)
  setTimeout(() => URL.revokeObjectURL(href), saveMs)
}
