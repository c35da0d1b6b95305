// Print files of this machine: they are uploaded, and orders and checks then name their addresses.

import { openAsBlob } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { NewOrder } from '../typescript/index.ts'
import { exitStatus, Failure } from './failures.ts'
import type { Output } from './output.ts'
import type { Session } from './session.ts'

type Progress = { output: Output; signal: AbortSignal }

/** The address of a file: an address as it is, else that of the uploaded file at the path. */
export const fileUrl = async (session: Session, given: string, progress: Progress): Promise<string> =>
  isAddress(given) ? given : upload(session, given, progress)

const isAddress = (value: string) => /^(?:https?:\/\/|urn:sha256:)/i.test(value)

/** Uploads a file. After an interruption, the same command continues where it stopped. */
export async function upload({ octavo }: Session, path: string, { output, signal }: Progress): Promise<string> {
  const pdf = await readPdf(path)
  output.note(`Uploading ${path} (${sizeOf(pdf)})`)
  signal.addEventListener('abort', () => {
    output.note('\nStopped: the same command continues from here within a day.')
    process.exit(exitStatus.stopped)
  })
  const progress = output.progress(basename(path))
  let isFirst = true
  const url = await octavo.files.upload(pdf, {
    onProgress(sent, all) {
      if (isFirst && sent > 0) output.note(`Continuing at ${Math.floor((sent / all) * 100)} %.`)
      isFirst = false
      progress.move(sent, all)
    },
  })
  progress.end()
  return url
}

/** The order with the files of the options for its only item, and with addresses in place of paths. */
export async function orderWithFiles(
  session: Session,
  json: unknown,
  given: Progress & { options: Record<string, string | boolean | undefined> },
): Promise<NewOrder> {
  const { file, pages, cover } = given.options
  const folder = typeof file === 'string' ? dirname(file) : '.'
  const order = json as NewOrder
  // The service says what is wrong with another shape.
  if (!Array.isArray(order?.orderItems)) return order
  const chosen = {
    ...(pages === undefined ? {} : { gutsUrl: resolve(String(pages)) }),
    ...(cover === undefined ? {} : { coverUrl: resolve(String(cover)) }),
  }
  if (Object.keys(chosen).length > 0 && order.orderItems.length !== 1) {
    throw new Failure('--pages and --cover are for an order of one item: name the files in its JSON.', exitStatus.usage)
  }
  /** Copies of a book in several items are uploaded once. */
  const urls = new Map<string, string>()
  async function urlOf(value: string): Promise<string> {
    if (isAddress(value)) return value
    const path = resolve(folder, value)
    if (!urls.has(path)) urls.set(path, await upload(session, path, given))
    return urls.get(path)!
  }
  const orderItems: NewOrder['orderItems'] = []
  for (const item of order.orderItems) {
    const product: NonNullable<typeof item.product> = { ...item?.product, ...chosen }
    for (const name of ['gutsUrl', 'coverUrl'] as const) {
      const value = product[name]
      if (typeof value === 'string' && value !== '') product[name] = await urlOf(value)
    }
    orderItems.push(Object.keys(product).length === 0 ? item : { ...item, product })
  }
  return { ...order, orderItems }
}

const sizeOf = ({ size }: Blob): string =>
  size < 1_000_000 ? `${Math.ceil(size / 1000)} kB` : `${Math.ceil(size / 1_000_000)} MB`

/** Reads it from the disk as it is sent. */
async function readPdf(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path)
  } catch (thrown) {
    throw new Failure(`The file ${path} cannot be read: ${(thrown as Error).message}`, exitStatus.usage)
  }
}
