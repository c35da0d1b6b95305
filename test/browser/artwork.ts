// Print files of an invented book, for pictures of screens: a cover with a title, and pages of text. Measures come from
// the service, and the files pass its check.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fontkit from '@cantoo/fontkit'
import { cmyk, PDFDocument, type PDFFont } from '@cantoo/pdf-lib'

const faces = ['400', '600'].map(weight =>
  readFileSync(new URL(import.meta.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`))),
)
const paper = cmyk(0, 0, 0.06, 0)
const ink = cmyk(0, 0, 0, 1)
const words = 'the lantern maker folded her paper by the river and waited for the tide to carry each small light home '

/** In points. */
type Size = { width: number; height: number; trim: { x: number; y: number; width: number; height: number } }

async function draw({ width, height, trim }: Size, pages: number, page: (on: Page) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit as never)
  const [plain, bold] = await Promise.all(faces.map(face => document.embedFont(face, { subset: true })))
  for (let n = 1; n <= pages; n++) {
    const sheet = document.addPage([width, height])
    sheet.setBleedBox(0, 0, width, height)
    sheet.setTrimBox(trim.x, trim.y, trim.width, trim.height)
    page({ sheet, n, plain: plain!, bold: bold! })
  }
  return document.save()
}
type Page = { sheet: ReturnType<PDFDocument['addPage']>; n: number; plain: PDFFont; bold: PDFFont }

const drawCover = (size: Size) =>
  draw(size, 1, ({ sheet, plain, bold }) => {
    sheet.drawRectangle({ x: 0, y: 0, width: size.width, height: size.height, color: cmyk(0.85, 0.6, 0.1, 0.35) })
    const front = size.width * 0.55
    for (let i = 0; i < 9; i++) {
      const radius = 14 + 9 * (i % 3)
      const x = front + 40 + ((i * 97) % (size.width * 0.36))
      sheet.drawCircle({ x, y: 90 + ((i * 71) % 260), size: radius, color: cmyk(0, 0.25 + 0.05 * (i % 3), 0.8, 0) })
    }
    const title = { x: front + 28, size: 34, font: bold, color: paper }
    sheet.drawText('The Lantern', { ...title, y: size.height - 150 })
    sheet.drawText('Maker', { ...title, y: size.height - 192 })
    sheet.drawText('Mina Okafor', { x: front + 28, y: size.height - 226, size: 15, font: plain, color: paper })
  })

const drawPages = (size: Size, pages: number) =>
  draw(size, pages, ({ sheet, n, plain, bold }) => {
    if (n % 24 === 1) {
      sheet.drawText(`Chapter ${Math.ceil(n / 24)}`, { x: 63, y: size.height - 130, size: 20, font: bold, color: ink })
    }
    const top = size.height - (n % 24 === 1 ? 180 : 80)
    const text = words.repeat(3)
    for (let line = 0; top - line * 17 > 90; line++) {
      const from = (n * 31 + line * 59) % words.length
      sheet.drawText(text.slice(from, from + 58).trim(), {
        x: 63,
        y: top - line * 17,
        size: 11,
        font: plain,
        color: ink,
      })
    }
    sheet.drawText(String(n), { x: size.width / 2 - 6, y: 52, size: 9, font: plain, color: ink })
  })

/** Serves them at addresses that say for which book. */
export async function serveArtwork(serviceUrl: string, pageCount: number) {
  const made = new Map<string, Promise<Uint8Array>>()
  async function make(manufacturingSku: string, part: string) {
    const asked = await fetch(`${serviceUrl}/templates/published/${manufacturingSku}/dimensions?pageCount=${pageCount}`)
    const { pt } = (await asked.json()) as { pt: Record<'cover' | 'pages', Size> }
    return part === 'cover' ? drawCover(pt.cover) : drawPages(pt.pages, pageCount)
  }
  const server = createServer(async ({ url = '' }, response) => {
    const [, manufacturingSku = '', part = ''] = url.split('/')
    const key = `${manufacturingSku} ${part}`
    if (!made.has(key)) made.set(key, make(manufacturingSku, part))
    response.setHeader('content-type', 'application/pdf')
    response.end(await made.get(key))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    of: (manufacturingSku: string) => ({
      coverUrl: `http://127.0.0.1:${port}/${manufacturingSku}/cover`,
      gutsUrl: `http://127.0.0.1:${port}/${manufacturingSku}/pages`,
    }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
