// A logo comes from outside and is shown to everybody. A PNG is decoded and encoded again, which drops everything but
// the picture. An SVG keeps only elements and attributes that draw: no script, style sheet, animation, filter, foreign
// element or reference to anything outside. Screens draw it by <img> only, where a browser runs nothing and loads
// nothing.

import { LRUCache } from 'lru-cache'
import { parseWithWords, say, type Words } from '../../languages/texts.ts'
import { runGuarded, type Task } from '../base/guarded/guard.ts'
import { Refusal } from '../base/refusal.ts'
import { OperatorDataError } from '../base/schemaCheck.ts'
import { type BrandFile, bytesOf, isSvg, type Logo } from './brand.ts'

/** At which an email has the logo, before a border. */
const emailLogoPixels = { width: 360, height: 88 }
const maxPixels = 20_000_000
/** Both logos, as drafted and as published. */
const maxRemembered = 8

/** `removed` names what an SVG had and may not have. */
export type CleanLogo = { dataUrl: string; removed: string[] } | { mistake: Words }

/** Good logos take a tenth of this. Native code draws them. */
const logoTask: Task = {
  module: new URL('./logoTask.ts', import.meta.url),
  length: 'short',
  addons: 'allowed',
  limits: {
    wallMs: 30_000,
    cpuSeconds: 6,
    firstCpuMs: 5_000,
    stepCpuMs: 5_000,
    dataBytes: 1_000_000_000,
    heapMegabytes: 128,
    outputBytes: 1024 * 1024,
  },
}

/** Cleaning takes a process, and a draft is read often. */
const remembered = new LRUCache<string, Promise<CleanLogo>>({ max: maxRemembered })

/**
 * The logo of a data URL as it may be stored, or what is wrong with it. `owner` takes turns with others, and shares no
 * remembered logo with them. Throws a Refusal when no child could clean the logo.
 */
export function cleanLogo(dataUrl: string, owner = 'brand'): Promise<CleanLogo> {
  const key = `${owner} ${dataUrl}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  const cleaning = cleanInChild(dataUrl, owner)
  remembered.set(key, cleaning)
  cleaning.catch(() => remembered.delete(key))
  return cleaning
}

async function cleanInChild(dataUrl: string, owner: string): Promise<CleanLogo> {
  const outcome = await runGuarded(logoTask, { isSvg: isSvg(dataUrl) }, { turn: owner, input: bytesOf(dataUrl) })
  if (outcome.kind === 'answered') return parseWithWords(Buffer.concat(outcome.parts).toString())
  if (outcome.kind === 'unavailable')
    throw new Refusal('overloaded', say('The logo could not be checked just now. Please try again.'))
  return { mistake: say('the logo takes too long to draw, or too much memory: export a simpler drawing') }
}

/**
 * The parsed brand.json with its logos as they may be stored. Throws an OperatorDataError. A file of another
 * shape is left unchanged: parseBrand names its mistakes.
 */
export async function cleanBrand(file: unknown): Promise<unknown> {
  const { logo } = (file ?? {}) as Partial<BrandFile>
  if (typeof logo !== 'object' || logo === null) return file
  const cleaned = await Promise.all(
    Object.entries(logo).map(
      async ([scheme, dataUrl]) => [scheme, isLogo(dataUrl) ? await cleanLogo(dataUrl) : null] as const,
    ),
  )
  const mistakes = cleaned.flatMap(([scheme, result]) =>
    result !== null && 'mistake' in result ? [{ path: `/logo/${scheme}`, text: result.mistake }] : [],
  )
  if (mistakes.length > 0) throw new OperatorDataError(mistakes)
  const logos = cleaned.flatMap(([scheme, result]) =>
    result !== null && 'dataUrl' in result ? [[scheme, result.dataUrl] as const] : [],
  )
  return { ...(file as BrandFile), logo: { ...logo, ...Object.fromEntries(logos) } }
}

export const isLogo = (value: unknown): value is string =>
  typeof value === 'string' && /^data:image\/(png|svg\+xml);base64,/.test(value)

/** For documents: PDF has no SVG. */
export async function pngOf({ mediaType, bytes }: Pick<Logo, 'mediaType' | 'bytes'>): Promise<Buffer> {
  if (mediaType === 'image/png') return bytes
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: maxPixels }).png().toBuffer()
}

/** The PNG of a data URL that cleanLogo returned. */
export const pngOfDataUrl = (dataUrl: string): Promise<Buffer> =>
  pngOf({ mediaType: isSvg(dataUrl) ? 'image/svg+xml' : 'image/png', bytes: bytesOf(dataUrl) })

/**
 * For emails: a PNG on white, because programs with a dark scheme change colors, but not pictures. It has twice the
 * pixels of the size at which it is shown.
 */
export async function emailLogoOf({
  bytes,
}: Pick<Logo, 'bytes'>): Promise<{ png: Buffer; width: number; height: number }> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels })
    .resize({ ...emailLogoPixels, fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .extend({ top: 12, bottom: 12, left: 12, right: 12, background: '#ffffff' })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: Math.round(info.width / 2), height: Math.round(info.height / 2) }
}
