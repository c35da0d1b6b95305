// The brand of the operator, as the service puts it into the page: src/http/shop/brand.ts. The development server has
// none.

import icon from './icon.svg'

/** A value for light and dark mode. */
type Pair = { light: string; dark: string }
type Palette = { shades: string[]; text: Pair; pale: Pair }

type Brand = {
  name: string
  supportAddress: string | null
  legalLines: string[]
  /** The address of the browser tab's icon; null for the icon of the build. */
  icon: string | null
  /** Addresses. A wide logo has the name in it. */
  logo: (Pair & { isWide: boolean }) | null
  /** Null for the colors of the design. */
  palette: Palette | null
}

const given = document.querySelector<HTMLMetaElement>('meta[name=brand]')?.content

export const brand: Brand =
  given === undefined
    ? { name: 'Octavo', supportAddress: null, legalLines: [], icon: null, logo: null, palette: null }
    : JSON.parse(given)

export const iconAddress = brand.icon ?? icon
