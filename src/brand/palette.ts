// The colors that follow from the accent color of a brand. The accent is used as it is below white text, so it must be
// dark enough; every other shade is moved towards black or white until text is legible.

import { say, type Translatable } from '../../languages/texts.ts'

export const defaultAccent = '#234672'
/** Of text to its background: WCAG 2, level AA. */
export const minContrast = 4.5
/** Rounding to whole shades must not undo it; letters on a dark ground look thinner. */
const textContrast = { light: minContrast + 0.1, dark: 6 }
/** Of a button to the page behind it: WCAG 2, non-text contrast. */
const minButtonContrast = 3

const white = '#ffffff'
const black = '#000000'
/** The grounds of both schemes on which text of the accent stands, as web/theme.ts has them. */
const lightGrounds = [white, '#f8f5ee', '#f5f2eb']
const darkGrounds = ['#1d1b18', '#151310', '#262320']

/** A value for light and dark mode. */
type Pair = { light: string; dark: string }

export type Palette = {
  /** Ten shades from light to dark: buttons have the seventh in dark mode, the eighth in light mode. */
  shades: string[]
  /** Links and chosen names. */
  text: Pair
  /** The background of what is chosen. */
  pale: Pair
}

/** Null when white text is legible on the color; otherwise the measured contrast and a darker shade that fits. */
export function accentMistake(accent: string): Translatable | null {
  if (contrast(accent, white) >= minContrast) return null
  return say(
    'white text on {accent} has a contrast of {contrast} : 1, expected at least {minContrast} : 1, as {legible} has',
    { accent, contrast: contrastToWhite(accent), minContrast, legible: legibleAccent(accent) },
  )
}

/** Rounded down: 4.49 must not read as the 4.5 that is expected. */
export const contrastToWhite = (color: string): number => Math.floor(contrast(color, white) * 10) / 10

/** The color, or its first darker shade on which white text is legible. */
export const legibleAccent = (accent: string): string =>
  toward(accent, black, shade => contrast(shade, white) >= minContrast)

export function paletteOf(accent: string): Palette {
  const pale = { light: mix(white, accent, 0.11), dark: mix(darkGrounds[0]!, accent, 0.25) }
  const isLegibleOn = (grounds: string[], min: number) => (shade: string) =>
    grounds.every(ground => contrast(shade, ground) >= min)
  const darkButton = toward(accent, white, shade => contrast(shade, darkGrounds[0]!) >= minButtonContrast)
  return {
    shades: [
      ...[0.93, 0.86, 0.7, 0.52, 0.36, 0.2].map(part => mix(accent, white, part)),
      darkButton,
      accent,
      mix(accent, black, 0.15),
      mix(accent, black, 0.32),
    ],
    text: {
      light: toward(accent, black, isLegibleOn([...lightGrounds, pale.light], textContrast.light)),
      dark: toward(accent, white, isLegibleOn([...darkGrounds, pale.dark], textContrast.dark)),
    },
    pale,
  }
}

/** WCAG's contrast of two colors `#rrggbb`, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [lighter, darker] = [luminance(first), luminance(second)].toSorted((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channels = (color: string): number[] => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))

/** `part` of the second color, from 0 to 1. */
function mix(first: string, second: string, part: number): string {
  const other = channels(second)
  const mixed = channels(first).map((value, i) => Math.round(value + (other[i]! - value) * part))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

/** The first shade on the way to another color that fits; that color, if none does. */
function toward(color: string, end: string, fits: (shade: string) => boolean): string {
  for (let percent = 0; percent < 100; percent++) {
    const shade = mix(color, end, percent / 100)
    if (fits(shade)) return shade
  }
  return end
}
