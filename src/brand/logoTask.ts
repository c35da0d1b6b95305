// The work of a child with one logo: it answers the CleanLogo.

import type { CustomPlugin, XastElement, XastParent, XastRoot } from 'svgo'
import { say, type Translatable } from '../../languages/texts.ts'
import type { TaskInput } from '../base/guarded/guard.ts'
import { storableJson } from '../base/text/storableText.ts'
import { type Logo, maxLogoBytes } from './brand.ts'
import type { CleanLogo } from './logo.ts'

/** Twice the size at which the widest place draws it. */
const maxSidePixels = 640
const maxPixels = 20_000_000
const maxSvgBytes = 200_000
/** Larger drawings are pictures. */
const maxSvgElements = 2000
/** Between width and height. */
const maxRatio = 12

export const prepare = (): Promise<unknown> => Promise.all([import('sharp'), import('svgo')])

export async function run({ isSvg }: { isSvg: boolean }, { readInput }: TaskInput): Promise<Uint8Array> {
  const cleaned = await (isSvg ? cleanSvg(readInput()) : cleanPng(readInput()))
  return Buffer.from(storableJson(cleaned))
}

async function cleanPng(bytes: Buffer): Promise<CleanLogo> {
  // Loaded only when needed: the native library takes 20 MB.
  const { default: sharp } = await import('sharp')
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (format !== 'png') return { mistake: say('got a file of type {format}, expected a PNG or an SVG', { format }) }
    if (width * height > maxPixels)
      return {
        mistake: say('got {width} x {height} pixels, expected at most {maxMillions} million', {
          width,
          height,
          maxMillions: maxPixels / 1e6,
        }),
      }
    const mistake = ratioMistake(width, height)
    if (mistake !== null) return { mistake }
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
    return await stored('image/png', await image.toBuffer(), [])
  } catch {
    // The decoder's own message is about its internals.
    return { mistake: say('the PNG cannot be decoded') }
  }
}

async function cleanSvg(bytes: Buffer): Promise<CleanLogo> {
  if (bytes.length > maxSvgBytes)
    return {
      mistake: say('got an SVG of {bytes} bytes, expected at most {maxSvgBytes}', { bytes: bytes.length, maxSvgBytes }),
    }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { mistake: say('got an SVG that is not in UTF-8') }
  }
  // A few entities that name each other expand to gigabytes.
  if (/<!ENTITY/i.test(text))
    return { mistake: say('got an SVG with entities (<!ENTITY …>), expected none: export it again') }
  const elements = text.match(/<(?!\/)/g)?.length ?? 0
  if (elements > maxSvgElements)
    return {
      mistake: say('got an SVG of {elements} elements, expected at most {maxSvgElements}: export a simpler drawing', {
        elements,
        maxSvgElements,
      }),
    }
  const { optimize } = await import('svgo')
  const removed = new Set<string>()
  let drawing: string
  try {
    drawing = optimize(text, {
      plugins: ['removeDoctype', 'removeXMLProcInst', 'removeComments', stylesAsAttributes, keepWhatDraws(removed)],
    }).data
  } catch (error) {
    if (error instanceof LogoMistake) return { mistake: error.mistake }
    return { mistake: say('the SVG cannot be read as XML') }
  }
  return stored('image/svg+xml', Buffer.from(drawing), [...removed].toSorted())
}

async function stored(mediaType: Logo['mediaType'], bytes: Buffer, removed: string[]): Promise<CleanLogo> {
  if (bytes.length > maxLogoBytes)
    return {
      mistake: say('the logo has {bytes} bytes, expected at most {maxLogoBytes}: make it simpler or smaller', {
        bytes: bytes.length,
        maxLogoBytes,
      }),
    }
  const { default: sharp } = await import('sharp')
  try {
    const { isOpaque, channels } = await sharp(bytes, { limitInputPixels: maxPixels }).stats()
    // The last channel is how opaque it is.
    if (!isOpaque && channels.at(-1)!.max === 0) {
      return {
        mistake:
          removed.length === 0
            ? say('the logo shows nothing')
            : say('the logo shows nothing, after {removed} was removed: export shapes only', {
                removed: removed.join(', '),
              }),
      }
    }
  } catch {
    return { mistake: say('the logo cannot be drawn') }
  }
  return { dataUrl: `data:${mediaType};base64,${bytes.toString('base64')}`, removed }
}

const ratioMistake = (width: number, height: number): Translatable | null =>
  width <= maxRatio * height && height <= maxRatio * width
    ? null
    : say('got a logo of {width} x {height}, expected no side more than {maxRatio} times as long as the other', {
        width,
        height,
        maxRatio,
      })

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

class LogoMistake extends Error {
  readonly mistake: Translatable
  constructor(mistake: Translatable) {
    super(String(mistake))
    this.mistake = mistake
  }
}

const presentation =
  /^(fill|stroke|opacity|color|display|visibility|stop-|clip-path|clip-rule|mask|font-|text-anchor|letter-spacing|dominant-)/

type Declarations = Map<string, string>

/** Names of classes and elements, as programs for drawing write them: resolving others is a way to keep us busy. */
const stylesAsAttributes: CustomPlugin = {
  name: 'stylesAsAttributes',
  fn(root) {
    const rules = new Map<string, Declarations>()
    for (const sheet of styleSheets(root)) addRules(sheet, rules)
    return {
      element: {
        enter({ name, attributes }) {
          const classes = new Set(attributes.class?.trim().split(/\s+/) ?? [])
          const ruled = rules.keys().filter(selector => classes.has(selector.slice(1)) && selector.startsWith('.'))
          const sources = [
            rules.get(name),
            ...ruled.map(selector => rules.get(selector)),
            declarationsOf(attributes.style),
          ]
          for (const source of sources) for (const [property, value] of source ?? []) attributes[property] = value
        },
      },
    }
  },
}

function* styleSheets(parent: XastRoot | XastParent): Generator<string> {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    if (child.name === 'style')
      yield child.children.map(part => (part.type === 'text' || part.type === 'cdata' ? part.value : '')).join('')
    else yield* styleSheets(child)
  }
}

function addRules(sheet: string, rules: Map<string, Declarations>): void {
  const text = sheet
    .split('/*')
    .map((part, i) => (i === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('')
  for (const rule of text.split('}')) {
    // Statements such as @import are not needed.
    const [before = '', declarations] = rule.split('{')
    if (declarations === undefined) continue
    const selectors = before.slice(before.lastIndexOf(';') + 1).split(',')
    for (const selector of selectors.map(part => part.trim())) {
      if (!/^\.?[a-z_][\w-]*$/i.test(selector))
        throw new LogoMistake(
          say(
            'got a style sheet with “{selector}”, expected names of single classes and elements: export the SVG with attributes instead',
            { selector: selector.slice(0, 40) },
          ),
        )
      const known = rules.get(selector) ?? new Map()
      // The last rule for the same property counts, also among classes.
      rules.delete(selector)
      rules.set(selector, new Map([...known, ...declarationsOf(declarations)]))
    }
  }
}

function declarationsOf(text = ''): Declarations {
  const pairs = text.split(';').map(declaration => {
    const at = declaration.indexOf(':')
    return [
      declaration.slice(0, at).trim(),
      declaration
        .slice(at + 1)
        .replace(/!important/i, '')
        .trim(),
    ] as const
  })
  return new Map(pairs.filter(([property, value]) => presentation.test(property) && value !== ''))
}

/** Removes everything else, and gives the drawing a size. Adds the removed parts to `removed`. */
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

/** As large as it is drawn, despite the size in the file. */
function giveSize({ attributes }: XastElement): void {
  const size = (value: string | undefined) => Number(/^([\d.]+)(?:px)?$/.exec(value?.trim() ?? '')?.[1])
  const numbers = attributes.viewBox
    ?.trim()
    .split(/[\s,]+/)
    .map(Number) ?? [0, 0, size(attributes.width), size(attributes.height)]
  const [, , width, height] = numbers as [number, number, number, number]
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || width <= 0 || height <= 0)
    throw new LogoMistake(say('the SVG has no size: it needs a viewBox, or a width and a height'))
  const mistake = ratioMistake(width, height)
  if (mistake !== null) throw new LogoMistake(mistake)
  const scale = maxSidePixels / Math.max(width, height)
  attributes.xmlns = 'http://www.w3.org/2000/svg'
  attributes.viewBox = numbers.join(' ')
  attributes.width = String(Math.round(width * scale))
  attributes.height = String(Math.round(height * scale))
}
