// The mistakes in a draft of the operator's brand, and the colors that its accent gives.

import { type Static, Type } from 'typebox'
import { adviceOf, type DataMistake, OperatorDataError } from '../../base/schemaCheck.ts'
import { defaultBrand, parseBrand } from '../../brand/brand.ts'
import { type CleanLogo, cleanLogo, isLogo } from '../../brand/logo.ts'
import { contrastToWhite, legibleAccent, paletteOf } from '../../brand/palette.ts'
import { nullable, Words } from '../objects/common.ts'

const Color = Type.String({ description: 'Such as #234672.' })
const ColorPair = Type.Object({ light: Color, dark: Color }, { title: 'ColorPair' })
export const BrandCheck = Type.Object({
  mistakes: Type.Array(Type.Object({ path: Type.String(), text: Words(), advice: Words() }, { title: 'BrandMistake' })),
  contrast: nullable(Type.Number({ description: 'Of white text on the accent: 4.5 or more is legible.' })),
  legibleAccent: nullable(Type.String({ description: 'The accent, or its first darker shade that is legible.' })),
  palette: nullable(
    Type.Object(
      {
        shades: Type.Array(Color, { description: 'Ten, from light to dark.' }),
        text: ColorPair,
        pale: ColorPair,
      },
      { title: 'BrandPalette', description: 'The colors of the legible accent.' },
    ),
  ),
  logo: Type.Object({ light: nullable(Type.String()), dark: nullable(Type.String()) }, { title: 'BrandLogos' }),
  removed: Type.Array(Type.String(), {
    description: 'What an SVG had and may not have: elements such as `<use>`, and attributes.',
  }),
})

export async function checkBrand(brand: Record<string, unknown>, actor: string): Promise<Static<typeof BrandCheck>> {
  const { accent, logo } = brand as { accent?: unknown; logo?: Record<string, unknown> }
  const color = accent === undefined ? defaultBrand.accent : isColor(accent) ? accent.toLowerCase() : null
  const [light, dark] = await Promise.all(['light', 'dark'].map(scheme => checkLogo(logo?.[scheme], actor)))
  const logoMistakes = Object.entries({ light, dark }).flatMap(([scheme, checked]) =>
    checked !== null && checked !== undefined && 'mistake' in checked
      ? [{ path: `/logo/${scheme}`, text: checked.mistake }]
      : [],
  )
  return {
    mistakes: [...mistakesOf(() => parseBrand(brand)), ...logoMistakes].map(one => ({ ...one, advice: adviceOf(one) })),
    contrast: color === null ? null : contrastToWhite(color),
    legibleAccent: color === null ? null : legibleAccent(color),
    palette: color === null ? null : paletteOf(legibleAccent(color)),
    logo: { light: cleanedOf(light), dark: cleanedOf(dark) },
    removed: [...new Set([light, dark].flatMap(one => (one && 'removed' in one ? one.removed : [])))],
  }
}

const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

const checkLogo = async (dataUrl: unknown, actor: string): Promise<CleanLogo | null> =>
  isLogo(dataUrl) ? cleanLogo(dataUrl, actor) : null

const cleanedOf = (logo: CleanLogo | null | undefined) => (logo && 'dataUrl' in logo ? logo.dataUrl : null)

function mistakesOf(parse: () => unknown): DataMistake[] {
  try {
    parse()
    return []
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    return [...error.mistakes]
  }
}
