// The brand on the pages of the browser application and of the documentation: its name in the title, its logo as the
// icon, and what the screens need in a meta element, so that the first paint has it. Without a brand of the operator,
// pages stay as the build made them. A device on which the press desk is installed shows the brand's name and icon.

import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import type { Language } from '../../../languages/languages.ts'
import { say, translate } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import { escapeMarkup } from '../../base/text/markup.ts'
import { type Brand, defaultBrand, type Logo } from '../../brand/brand.ts'
import { paletteOf } from '../../brand/palette.ts'
import { Closed, oneOf } from '../objects/common.ts'
import { pageLanguage } from '../server/pageLanguage.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import type { Web } from '../server/web.ts'

const cacheSeconds = 300
/** An icon of a browser's tab is a square; a wider logo could not be read in it. */
const maxIconRatio = 1.35
/** A logo that is wider than this has the name in it. */
const minWideRatio = 1.8

/** Devices ask for an icon of these sizes before they offer to install an application. */
const iconPixels = { 'icon-192.png': 192, 'icon-512.png': 512 } as const
/** A bitmap of an SVG is drawn at this size. */
const svgPixels = 512
/** In dots per inch, at which a unit of an SVG is a pixel. */
const unitDensity = 72
/** Both sizes of a brand, and of the one before it. */
const maxIcons = 4

const files = [
  'logo-light',
  'logo-dark',
  'icon',
  'docs.css',
  'icon-192.png',
  'icon-512.png',
  'press.webmanifest',
] as const
type FileName = (typeof files)[number]

type File = { type: string; text: string | Buffer; tag: string }

export const brandRoutes = tagged('Browser', ({ operator, web }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/brand/:file',
    callers: ['public'],
    summary: "Read the operator's logo, icon or colors",
    hidden: true,
    // As the files of the browser application.
    limited: false,
    params: Type.Object({ file: oneOf(files) }),
    // `v` is part of the address only: another brand has another address.
    query: Closed({ v: Type.Optional(Type.String({ maxLength: 40 })) }),
    answer: Type.Unsafe<Buffer>({ content: { 'application/octet-stream': { schema: { type: 'string' } } } }),
    async handle({ params: { file }, request, reply }) {
      const { type, text, tag } =
        file === 'press.webmanifest'
          ? manifestOf(operator.brand, pageLanguage(request.headers))
          : await fileOf(operator.brand, file, web)
      const etag = `"${tag}"`
      reply.headers({
        etag,
        'cache-control': `public, max-age=${cacheSeconds}`,
        'cross-origin-resource-policy': 'same-origin',
        ...(file === 'press.webmanifest' ? { vary: 'accept-language, cookie' } : {}),
        // Nothing runs either when somebody opens the address of an SVG by itself.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(text)
    },
  }),
])

async function fileOf(brand: Brand, file: Exclude<FileName, 'press.webmanifest'>, web: Services['web']): Promise<File> {
  if (file === 'docs.css') return { type: 'text/css; charset=utf-8', text: docsStyle(brand), tag: tagOf(brand) }
  if (file === 'icon') return iconOf(brand)
  if (file === 'icon-192.png' || file === 'icon-512.png') return pngIconOf(brand, iconPixels[file], web)
  if (brand.logo === null) throw new Refusal('not_found', say('There is no logo.'))
  return logoFile(file === 'logo-light' ? brand.logo.light : brand.logo.dark)
}

const logoFile = ({ mediaType, bytes, digest }: Logo): File => ({ type: mediaType, text: bytes, tag: digest })

function iconOf(brand: Brand): File {
  if (brand.logo !== null && isSquare(brand.logo.light)) return logoFile(brand.logo.light)
  const { accent, name } = brand
  const letter = [...new Intl.Segmenter().segment(name)][0]!.segment.toUpperCase()
  const text =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="6" fill="${accent}"/>` +
    '<text x="16" y="23" text-anchor="middle" font-family="Georgia,serif" font-weight="700" font-size="20" ' +
    `fill="#fff">${escapeMarkup(letter)}</text></svg>`
  return { type: 'image/svg+xml', text, tag: tagOf(brand) }
}

/** The manifest with which a device installs the press desk. */
const manifestOf = (brand: Brand, language: Language, t = translate(language)): File => ({
  type: 'application/manifest+json',
  text: JSON.stringify({
    id: '/press',
    lang: language,
    name: `${brand.name} ${t('press desk')}`,
    short_name: brand.name,
    start_url: '/press',
    scope: '/press',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: brand.accent,
    icons: Object.entries(iconPixels).map(([file, pixels]) => ({
      src: `/brand/${file}?v=${iconOf(brand).tag}`,
      sizes: `${pixels}x${pixels}`,
      type: 'image/png',
    })),
  }),
  tag: language + tagOf(brand) + iconOf(brand).tag,
})

/** Anybody may ask for an icon, so each is drawn once. */
const pngIcons = new LRUCache<string, Promise<Buffer>>({ max: maxIcons })

async function pngIconOf(brand: Brand, pixels: number, web: Services['web']): Promise<File> {
  const icon = (hasOwnIcon(brand) ? null : await builtIcon(web)) ?? iconOf(brand)
  const key = `${pixels} ${icon.tag}`
  const drawn = pngIcons.get(key) ?? drawIcon(icon, pixels)
  pngIcons.set(key, drawn)
  return { type: 'image/png', text: await drawn, tag: icon.tag }
}

/** The icon of the build's pages; null without a build. */
async function builtIcon(web: Services['web']): Promise<File | null> {
  const [, name] = /<link rel="icon" href="\/assets\/([\w.-]+\.svg)"/.exec((await web.page('press', '')) ?? '') ?? []
  const asset = name === undefined ? null : await web.asset(name)
  return asset === null ? null : { type: asset.type, text: asset.plain, tag: name! }
}

async function drawIcon({ type, text }: File, pixels: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const bytes = Buffer.from(text as string)
  const { width = svgPixels, height = svgPixels } = await sharp(bytes).metadata()
  const density = (unitDensity * svgPixels) / Math.max(width, height)
  return sharp(bytes, type === 'image/svg+xml' ? { density } : {})
    .resize(pixels, pixels, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
}

const isSquare = ({ ratio }: Logo) => ratio <= maxIconRatio && ratio >= 1 / maxIconRatio

/** A tag of everything that is made of the name and the accent. */
const tagOf = ({ name, accent }: Brand) =>
  Buffer.from(`${accent.slice(1)}${name}`)
    .toString('base64url')
    .slice(0, 40)

function docsStyle({ accent }: Brand): string {
  const { text, pale } = paletteOf(accent)
  return `:root{--accent:light-dark(${text.light},${text.dark});--chosen:light-dark(${pale.light},${pale.dark})}
.brand{display:flex;align-items:center;gap:.5rem}
.brand img{display:block;height:1.75rem;max-width:11rem;object-fit:contain}
.brand .dark{display:none}
@media (prefers-color-scheme:dark){.brand .light{display:none}.brand .dark{display:block}}
`
}

/** The build with the brand on its pages. */
export const brandedWeb = (web: Web, readBrand: () => Brand): Web => ({
  ...web,
  async page(area, nonce) {
    const html = await web.page(area, nonce)
    return html && brandPage(html, readBrand())
  },
  async doc(path) {
    const text = await web.doc(path)
    return text && brandDoc(text, readBrand())
  },
})

/** A default brand that differs in details, such as its legal lines, keeps the icon and the colors of the build. */
function brandPage(html: string, brand: Brand): string {
  if (brand === defaultBrand) return html
  const { name, accent, supportAddress, legalLines, logo } = brand
  const shown = {
    name,
    supportAddress,
    legalLines,
    icon: hasOwnIcon(brand) ? iconAddress(brand) : null,
    logo: logo && {
      light: `/brand/logo-light?v=${logo.light.digest}`,
      dark: `/brand/logo-dark?v=${logo.dark.digest}`,
      isWide: logo.light.ratio >= minWideRatio,
    },
    palette: accent === defaultBrand.accent ? null : paletteOf(accent),
  }
  const named = html
    .replace(/<title>Octavo/, () => `<title>${escapeMarkup(name)}`)
    .replace('</head>', () => `<meta name="brand" content="${escapeMarkup(JSON.stringify(shown))}"></head>`)
  return hasOwnIcon(brand)
    ? named.replace(/<link rel="icon"[^<>]*>/, () => `<link rel="icon" href="${escapeMarkup(iconAddress(brand))}">`)
    : named
}

function brandDoc(text: string, brand: Brand): string {
  if (brand === defaultBrand) return text
  const name = escapeMarkup(brand.name)
  if (!text.startsWith('<!doctype')) return text.replace(/^# Octavo$/m, () => `# ${brand.name}`)
  const { logo } = brand
  const mark =
    logo === null
      ? name
      : `<img class="light" src="/brand/logo-light?v=${logo.light.digest}" alt="${name}"><img class="dark" src="/brand/logo-dark?v=${logo.dark.digest}" alt="${name}">`
  const style = `<link rel="stylesheet" href="/brand/docs.css?v=${tagOf(brand)}">`
  const icon = `<link rel="icon" href="${escapeMarkup(iconAddress(brand))}">`
  return text
    .replace(' · Octavo</title>', () => ` · ${name}</title>`)
    .replace('</head>', () => `${style}\n${hasOwnIcon(brand) ? `${icon}\n` : ''}</head>`)
    .replace('<a class="brand" href="/docs">Octavo ', () => `<a class="brand" href="/docs">${mark} `)
}

const hasOwnIcon = ({ name, accent, logo }: Brand) =>
  logo !== null || name !== defaultBrand.name || accent !== defaultBrand.accent

const iconAddress = (brand: Brand) => `/brand/icon?v=${iconOf(brand).tag}`
