// The brand of the operator: the name, colors and logo on screens, emails and documents. An installation without one is
// called Octavo.

import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { say, type Translatable } from '../../languages/texts.ts'
import { dataMistake, distinct, OperatorDataError, schemaCheck } from '../base/schemaCheck.ts'
import { accentMistake, defaultAccent } from './palette.ts'

const strict = { additionalProperties: false }
/** Of a stored logo, after it was encoded again. */
export const maxLogoBytes = 100_000
/** The maximum length of a data URL, before its image is encoded again: 300 kB in base64. */
const maxLogoLetters = 400_000

// A line break would begin another line of an email or a document.
const line = (maxLength: number) => Type.String({ maxLength, pattern: '^\\S(?:[^\\p{Cc}\\p{Zl}\\p{Zp}]*\\S)?$' })
const emailAddress = Type.String({ maxLength: 200, pattern: '^[^\\s@<>(),;:"]+@[^\\s@<>(),;:"]+\\.[^\\s@<>(),;:"]+$' })
const logo = Type.String({
  maxLength: maxLogoLetters,
  pattern: '^data:image/(?:png|svg\\+xml);base64,[A-Za-z0-9+/]+=*$',
})

/** `logo.dark` is for dark backgrounds; without it, the light logo is used there too. */
export const BrandFile = Type.Object(
  {
    name: line(60),
    accent: Type.Optional(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' })),
    supportAddress: Type.Optional(emailAddress),
    replyTo: Type.Optional(emailAddress),
    legalLines: Type.Optional(Type.Array(line(120), { maxItems: 6 })),
    logo: Type.Optional(Type.Object({ light: logo, dark: Type.Optional(logo) }, strict)),
  },
  strict,
)
export type BrandFile = Static<typeof BrandFile>

/** `ratio` is width by height. */
export type Logo = { mediaType: 'image/png' | 'image/svg+xml'; bytes: Buffer; digest: string; ratio: number }

export type Brand = {
  name: string
  /** `#rrggbb`. White text on it has a contrast of at least 4.5 : 1. */
  accent: string
  supportAddress: string | null
  /** Where answers to emails go; null: to their sender. */
  replyTo: string | null
  legalLines: readonly string[]
  logo: { light: Logo; dark: Logo } | null
}

export const defaultBrand: Brand = {
  name: 'Octavo',
  accent: defaultAccent,
  supportAddress: null,
  replyTo: null,
  legalLines: [],
  logo: null,
}

const shapeMistakes = schemaCheck(BrandFile)

const expectations: [RegExp, Translatable][] = [
  [/^\/(name|legalLines\/\d+)$/, say('a line of text, without spaces around it')],
  [/^\/(supportAddress|replyTo)$/, say('an email address')],
  [/^\/accent$/, say('a color such as #234672')],
  [/^\/logo\/(light|dark)$/, say('a PNG or SVG of at most 300 kB, as data:image/png;base64,…')],
]

/**
 * The brand of a parsed brand.json; undefined is the default brand. Throws an OperatorDataError. It does not decode the
 * logos: see cleanBrand.
 */
export function parseBrand(file: unknown): Brand {
  if (file === undefined) return defaultBrand
  const isObject = typeof file === 'object' && file !== null
  const known = isObject ? parsed.get(file) : undefined
  if (known !== undefined) return known
  const brand = parse(file)
  if (isObject) parsed.set(file, brand)
  return brand
}

/** Versions share the file of a brand, and so its logos. */
const parsed = new WeakMap<object, Brand>()

function parse(file: unknown): Brand {
  const mistakes = shapeMistakes(file).map(mistake => {
    const expectation = expectations.find(([path]) => path.test(mistake.path))?.[1]
    return dataMistake(
      typeof mistake.got === 'string' && expectation !== undefined ? { ...mistake, expected: expectation } : mistake,
    )
  })
  if (mistakes.length > 0) throw new OperatorDataError(distinct(mistakes))
  const { accent = defaultAccent, logo: logos, ...rest } = file as BrandFile
  const mistake = accentMistake(accent)
  if (mistake !== null) throw new OperatorDataError([{ path: '/accent', text: mistake }])
  return {
    name: rest.name,
    accent: accent.toLowerCase(),
    supportAddress: rest.supportAddress ?? null,
    replyTo: rest.replyTo ?? null,
    legalLines: rest.legalLines ?? [],
    logo: logos === undefined ? null : { light: logoOf(logos.light), dark: logoOf(logos.dark ?? logos.light) },
  }
}

export const isSvg = (dataUrl: string): boolean => dataUrl.startsWith('data:image/svg+xml')

export const bytesOf = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

function logoOf(dataUrl: string): Logo {
  const bytes = bytesOf(dataUrl)
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return isSvg(dataUrl)
    ? { mediaType: 'image/svg+xml', bytes, digest, ratio: svgRatio(bytes) }
    : { mediaType: 'image/png', bytes, digest, ratio: pngRatio(bytes) }
}

/** As cleanLogo writes an SVG, with a viewBox; 1 for others. */
function svgRatio(bytes: Buffer): number {
  const [, width, height] = /viewBox="[^" ]+ [^" ]+ ([\d.]+) ([\d.]+)"/.exec(bytes.toString()) ?? []
  return Number(width) / Number(height) || 1
}

/** The first chunk of a PNG has its size; 1 for a file without it. */
const pngRatio = (bytes: Buffer): number =>
  bytes.length < 24 ? 1 : bytes.readUInt32BE(16) / bytes.readUInt32BE(20) || 1
