// A logo comes from outside and is shown to everybody. A PNG is decoded and encoded again, which drops everything but
// the picture. An SVG keeps only elements and attributes that draw: no script, style sheet, animation, filter, foreign
// element or reference to anything outside. Screens draw it by <img> only, where a browser runs nothing and loads
// nothing.

import { LRUCache } from 'lru-cache'
import type { CustomPlugin, XastElement } from 'svgo'
import { OperatorDataError } from '../base/schemaCheck.ts'
import { type BrandFile, bytesOf, isSvg, type Logo, maxLogoBytes } from './brand.ts'

/** Twice the size at which the widest place draws it. */
const maxSidePixels = 640
const maxPixels = 20_000_000
const maxSvgBytes = 200_000
/** Larger drawings are pictures. */
const maxSvgElements = 2000
/** Selectors in style sheets times elements: resolving more would hold up other requests. */
const maxStyleMatches = 100_000
/** At which an email has the logo, before a border. */
const emailLogoPixels = { width: 360, height: 88 }
/** Between width and height. */
const maxRatio = 12
/** Both logos, as drafted and as published. */
const maxRemembered = 8

/** `removed` names what an SVG had and may not have. */
export type CleanLogo = { dataUrl: string; removed: string[] } | { mistake: string }

/** Cleaning takes some ten milliseconds, and a draft is read often. */
const remembered = new LRUCache<string, Promise<CleanLogo>>({ max: maxRemembered })

/** The logo of a data URL as it may be stored, or what is wrong with it. */
export function cleanLogo(dataUrl: string): Promise<CleanLogo> {
  const known = remembered.get(dataUrl)
  if (known !== undefined) return known
  const cleaning = isSvg(dataUrl) ? cleanSvg(bytesOf(dataUrl)) : cleanPng(bytesOf(dataUrl))
  remembered.set(dataUrl, cleaning)
  return cleaning
}

/**
 * The parsed brand.json with its logos as they may be stored. Throws an OperatorDataError. What has another shape is
 * left unchanged: parseBrand names its mistakes.
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
    result !== null && 'mistake' in result ? [`/logo/${scheme}: ${result.mistake}`] : [],
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

async function cleanPng(bytes: Buffer): Promise<CleanLogo> {
  // Loaded only when needed: the native library takes 20 MB.
  const { default: sharp } = await import('sharp')
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (format !== 'png') return { mistake: `got a file of type ${format}, expected a PNG or an SVG` }
    if (width * height > maxPixels)
      return { mistake: `got ${width} x ${height} pixels, expected at most ${maxPixels / 1e6} million` }
    const mistake = ratioMistake(width, height)
    if (mistake !== null) return { mistake }
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
    return await stored('image/png', await image.toBuffer(), [])
  } catch {
    // The decoder's own message is about its internals.
    return { mistake: 'the PNG cannot be decoded' }
  }
}

async function cleanSvg(bytes: Buffer): Promise<CleanLogo> {
  if (bytes.length > maxSvgBytes)
    return { mistake: `got an SVG of ${bytes.length} bytes, expected at most ${maxSvgBytes}` }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { mistake: 'got an SVG that is not in UTF-8' }
  }
  // A few entities that name each other expand to gigabytes.
  if (/<!ENTITY/i.test(text))
    return { mistake: 'got an SVG with entities (<!ENTITY …>), expected none: export it again' }
  const elements = text.match(/<[a-z]/gi)?.length ?? 0
  if (elements > maxSvgElements)
    return {
      mistake: `got an SVG of ${elements} elements, expected at most ${maxSvgElements}: export a simpler drawing`,
    }
  const selectors = text.includes('<style') ? (text.match(/[{,]/g)?.length ?? 0) : 0
  if (selectors * elements > maxStyleMatches)
    return {
      mistake: `got an SVG of ${elements} elements with about ${selectors} styles: export it with attributes instead`,
    }
  const { optimize } = await import('svgo')
  const removed = new Set<string>()
  let drawing: string
  try {
    drawing = optimize(text, {
      plugins: [
        'removeDoctype',
        'removeXMLProcInst',
        'removeComments',
        { name: 'inlineStyles', params: { onlyMatchedOnce: false } },
        'convertStyleToAttrs',
        keepWhatDraws(removed),
      ],
    }).data
  } catch (error) {
    if (error instanceof SizeMistake) return { mistake: error.message }
    return { mistake: 'the SVG cannot be read as XML' }
  }
  return stored('image/svg+xml', Buffer.from(drawing), [...removed].toSorted())
}

async function stored(mediaType: Logo['mediaType'], bytes: Buffer, removed: string[]): Promise<CleanLogo> {
  if (bytes.length > maxLogoBytes)
    return {
      mistake: `the logo has ${bytes.length} bytes, expected at most ${maxLogoBytes}: make it simpler or smaller`,
    }
  const { default: sharp } = await import('sharp')
  try {
    const { isOpaque, channels } = await sharp(bytes, { limitInputPixels: maxPixels }).stats()
    // The last channel is how opaque it is.
    if (!isOpaque && channels.at(-1)!.max === 0) {
      return {
        mistake:
          removed.length === 0
            ? 'the logo shows nothing'
            : `the logo shows nothing, after ${removed.join(', ')} was removed: export shapes only`,
      }
    }
  } catch {
    return { mistake: 'the logo cannot be drawn' }
  }
  return { dataUrl: `data:${mediaType};base64,${bytes.toString('base64')}`, removed }
}

const ratioMistake = (width: number, height: number): string | null =>
  width <= maxRatio * height && height <= maxRatio * width
    ? null
    : `got a logo of ${width} x ${height}, expected no side more than ${maxRatio} times as long as the other`

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Without `use`, and without masks in masks, a short file cannot describe millions of shapes. */
const drawingElements = words(
  `svg g defs title desc path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop clipPath mask`,
)
const drawingAttributes = words(
  `id d x y x1 x2 y1 y2 dx dy cx cy r rx ry fx fy fr width height points transform viewBox preserveAspectRatio
  xmlns xmlns:xlink version fill fill-opacity fill-rule clip-rule clip-path clipPathUnits mask maskUnits
  maskContentUnits mask-type stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility stop-color stop-opacity offset gradientUnits
  gradientTransform spreadMethod href xlink:href font-family font-size font-weight font-style text-anchor
  letter-spacing dominant-baseline`,
)
/** Dropped without a word: they name classes, describe the document, or belong to the editor that wrote it. */
const silentAttributes =
  /^(class|style|role|xml:space|xmlns:.*|data-.*|aria-.*|enable-background|(?:inkscape|sodipodi|sketch|serif|i):.*|(?:shape|text|color|image)-rendering|color-interpolation.*|baseProfile|isolation|mix-blend-mode|overflow|vector-effect|paint-order)$/
const silentElements = /^(metadata|style|(?:inkscape|sodipodi|sketch|serif|i|rdf|cc|dc):.*)$/

class SizeMistake extends Error {}

/** Removes everything else, and gives the drawing a size. What was removed is added to `removed`. */
const keepWhatDraws = (removed: Set<string>): CustomPlugin => ({
  name: 'keepWhatDraws',
  fn: () => ({
    element: {
      enter(node, parent) {
        if (!drawingElements.has(node.name) || (parent.type === 'root') !== (node.name === 'svg')) {
          if (!silentElements.test(node.name)) removed.add(`<${node.name}>`)
          parent.children = parent.children.filter(child => child !== node)
          return
        }
        keepAttributes(node, removed)
        if (node.name === 'clipPath' || node.name === 'mask') unmask(node)
        if (node.name === 'svg') giveSize(node)
      },
    },
    cdata: { enter: (node, parent) => drop(node, parent) },
    instruction: { enter: (node, parent) => drop(node, parent) },
    doctype: { enter: (node, parent) => drop(node, parent) },
  }),
})

function drop(node: unknown, parent: { children: unknown[] }): void {
  parent.children = parent.children.filter(child => child !== node)
}

function keepAttributes(node: XastElement, removed: Set<string>): void {
  for (const [name, value] of Object.entries(node.attributes)) {
    if (drawingAttributes.has(name) && isHarmless(name, value)) continue
    if (!silentAttributes.test(name)) removed.add(name)
    delete node.attributes[name]
  }
}

/** References lead only to the same drawing. A backslash could spell `url` in another way. */
function isHarmless(name: string, value: string): boolean {
  if (name === 'xmlns') return value === 'http://www.w3.org/2000/svg'
  if (name === 'xmlns:xlink') return value === 'http://www.w3.org/1999/xlink'
  if (name === 'href' || name === 'xlink:href') return /^#[\w.-]+$/.test(value)
  if (name === 'id') return /^[\w.-]+$/.test(value)
  if (/url|image|src|var|attr|expression|@/i.test(value)) return /^url\((["']?)#[\w.-]+\1\)(?:\s+[#\w]+)?$/.test(value)
  return !/[\\<>]|:\/|javascript:|data:/i.test(value)
}

function unmask(node: XastElement): void {
  delete node.attributes.mask
  delete node.attributes['clip-path']
  for (const child of node.children) if (child.type === 'element') unmask(child)
}

/** As large as it is drawn, whatever size the file claims. */
function giveSize({ attributes }: XastElement): void {
  const size = (value: string | undefined) => Number(/^([\d.]+)(?:px)?$/.exec(value?.trim() ?? '')?.[1])
  const numbers = attributes.viewBox
    ?.trim()
    .split(/[\s,]+/)
    .map(Number) ?? [0, 0, size(attributes.width), size(attributes.height)]
  const [, , width, height] = numbers as [number, number, number, number]
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || width <= 0 || height <= 0)
    throw new SizeMistake('the SVG has no size: it needs a viewBox, or a width and a height')
  const mistake = ratioMistake(width, height)
  if (mistake !== null) throw new SizeMistake(mistake)
  const scale = maxSidePixels / Math.max(width, height)
  attributes.xmlns = 'http://www.w3.org/2000/svg'
  attributes.viewBox = numbers.join(' ')
  attributes.width = String(Math.round(width * scale))
  attributes.height = String(Math.round(height * scale))
}
