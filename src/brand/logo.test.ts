import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { parseWithWords } from '../../languages/texts.ts'
import { longestTurnMs } from '../../test/support/longestTurn.ts'
import { bytesOf, isSvg, parseBrand } from './brand.ts'
import { type CleanLogo, cleanBrand, cleanLogo, emailLogoOf, pngOf } from './logo.ts'
import { run } from './logoTask.ts'

const svgUrl = (text: string | Buffer) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`
const pngUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
const drawing = (inner: string, attributes = 'viewBox="0 0 40 20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`
const shape = '<path d="M0 0h9v9z"/>'
const textOf = (dataUrl: string) => Buffer.from(dataUrl.split(',')[1]!, 'base64').toString()

/** As a child cleans it. */
async function cleanHere(dataUrl: string): Promise<CleanLogo> {
  const input = { readInput: () => bytesOf(dataUrl), announce: () => {} }
  return parseWithWords(Buffer.from(await run({ isSvg: isSvg(dataUrl) }, input)).toString())
}

async function cleaned(dataUrl: string): Promise<{ text: string; removed: string[] }> {
  const result = await cleanHere(dataUrl)
  assert.ok('dataUrl' in result, JSON.stringify(result))
  return { text: textOf(result.dataUrl), removed: result.removed }
}

async function refused(dataUrl: string): Promise<string> {
  const result = await cleanHere(dataUrl)
  assert.ok('mistake' in result, JSON.stringify(result))
  return String(result.mistake)
}

describe('an SVG logo', () => {
  /** What is inside, and what the answer lists as removed. */
  const hostile: Record<string, [inside: string, removed: string[]]> = {
    'a script': ['<script>alert(1)</script>', ['<script>']],
    'a script in CDATA': ['<script><![CDATA[alert(1)]]></script>', ['<script>']],
    'an event handler': ['<path d="M0 0h2v2z" onload="alert(1)"/>', ['onload']],
    'a foreign element': ['<foreignObject><iframe src="javascript:alert(1)"/></foreignObject>', ['<foreignObject>']],
    'a picture from elsewhere': ['<image href="https://evil.example/a.png" width="4" height="4"/>', ['<image>']],
    'a picture inside': ['<image href="data:image/png;base64,AAAA" width="4" height="4"/>', ['<image>']],
    'a reference to another drawing': ['<use href="https://evil.example/a.svg#a"/>', ['<use>']],
    'a copy of itself': ['<g id="a"><use href="#a"/></g>', ['<use>']],
    'a link': ['<a href="javascript:alert(1)"><path d="M0 0h2v2z"/></a>', ['<a>']],
    'an animation': ['<animate attributeName="href" values="javascript:alert(1)"/>', ['<animate>']],
    'a filter': ['<filter id="f"><feImage href="https://evil.example/a"/></filter>', ['<filter>']],
    'a fill from elsewhere': ['<path d="M0 0h2v2z" fill="url(https://evil.example/#a)"/>', ['fill']],
    'a fill from elsewhere, spelled with escapes': ['<path d="M0 0h2v2z" fill="\\75rl(//evil.example)"/>', ['fill']],
    'a fill from elsewhere in a style': ['<path d="M0 0h2v2z" style="fill:url(//evil.example)"/>', ['fill']],
    'a style sheet that imports': ['<style>@import url(https://evil.example);</style>', []],
    'a style sheet with a fill from elsewhere': [
      '<style>.a{fill:url(https://evil.example/#a)}</style><path class="a" d="M0 0h2v2z"/>',
      ['fill'],
    ],
    'a gradient from elsewhere': ['<linearGradient id="g" href="https://evil.example/#g"/>', ['href']],
    'a drawing in a drawing': ['<svg onload="alert(1)"><path d="M0 0h2v2z"/></svg>', ['<svg>']],
    'a mask in a mask': ['<mask id="m"><path mask="url(#m)" d="M0 0h2v2z"/></mask>', []],
    'markup in an attribute': ['<path d="M0 0h2v2z" id="&quot;&gt;&lt;script&gt;"/>', ['id']],
    'markup in CDATA': ['<title><![CDATA[</title><script>alert(1)</script>]]></title>', []],
    'an unknown element': ['<handler type="x">alert(1)</handler>', ['<handler>']],
  }
  for (const [what, [inside, removed]] of Object.entries(hostile))
    it(`an SVG logo loses ${what}, and keeps its shape`, async () => {
      const { text, removed: listed } = await cleaned(svgUrl(drawing(inside + shape)))
      assert.deepEqual(listed, removed)
      assert.match(text, /<path d="M0 0h9v9z"\/>/)
      assert.doesNotMatch(text, /script|evil|alert|onload|javascript|href=|import|<use|<image|<a[ >]/i)
      assert.doesNotMatch(text, /<path mask/)
    })

  const bad: Record<string, [text: string | Buffer, mistake: RegExp]> = {
    'with entities that expand': [
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${drawing('<text>&b;</text>')}`,
      /entities/,
    ],
    'with an entity from a file': [
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${drawing('<text>&x;</text>')}`,
      /entities/,
    ],
    'of 200 kB': [
      drawing(`<path d="${'M0 0h9v9z'.repeat(25_000)}"/>`),
      /got an SVG of \d+ bytes, expected at most 200000/,
    ],
    'of 3,000 elements': [drawing('<path/>'.repeat(3000)), /got an SVG of 3001 elements, expected at most 2000/],
    'with a style sheet that combines selectors': [
      drawing(`<style>g rect{fill:red}</style>${shape}`),
      /got a style sheet with “g rect”, expected names of single classes and elements/,
    ],
    'nested too deeply to be drawn': [drawing('<g>'.repeat(1900) + shape + '</g>'.repeat(1900)), /cannot be/],
    'that is cut off': [drawing(shape).slice(0, -9), /cannot be/],
    'that is HTML': ['<html><script>alert(1)</script></html>', /cannot be drawn/],
    'that is empty': ['', /cannot be/],
    'in UTF-16': [Buffer.from(drawing(shape), 'utf16le'), /cannot be|UTF-8/],
    'of broken UTF-8': [Buffer.concat([Buffer.from(drawing(shape)), Buffer.from([0xff])]), /not in UTF-8/],
    'without a size': [drawing(shape, 'width="100%"'), /no size/],
    'of endless width': [drawing(shape, 'viewBox="0 0 1e999 1"'), /no size/],
    'that is a line': [drawing(shape, 'width="1000" height="1"'), /got a logo of 1000 x 1/],
    'with nothing left': [drawing(`<use href="#a"/>`), /shows nothing, after <use> was removed/],
  }
  for (const [what, [text, mistake]] of Object.entries(bad))
    it(`${what} is refused`, async () => assert.match(await refused(svgUrl(text)), mistake))

  const slow: Record<string, string> = {
    'whose selectors go up and down a nested drawing': drawing(
      `<style>path ${'g '.repeat(12)}rect{fill:red}</style>${'<g>'.repeat(40)}${shape}${'</g>'.repeat(40)}`,
    ),
    'of unnamed elements with many styles': drawing(
      `<style>${'.a{fill:red}'.repeat(2000)}</style>${'<_/>'.repeat(3000)}`,
    ),
    'of many elements with many styles': drawing(
      `<style>${'.a{fill:red}'.repeat(4000)}</style>${'<path class="a"/>'.repeat(1900)}${shape}`,
    ),
  }
  for (const [what, text] of Object.entries(slow))
    it(`an SVG logo ${what} holds up no other request`, async () => {
      assert.ok((await longestTurnMs(() => cleanLogo(svgUrl(text)))) < 200)
    })

  it('an SVG logo keeps gradients, masks and the colors of its style sheet', async () => {
    const { text, removed } = await cleaned(
      svgUrl(
        `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${drawing(
          '<defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/></linearGradient></defs>' +
            '<style>.cls-1{fill:#e00}</style><rect class="cls-1" width="9" height="9"/><rect class="cls-1" width="3" height="3"/>' +
            '<rect style="fill:url(#g)" width="4" height="4"/>',
        )}`,
      ),
    )
    assert.deepEqual(removed, [])
    assert.equal(text.match(/fill="#e00"/g)?.length, 2)
    assert.match(text, /fill="url\(#g\)"/)
    assert.match(text, /viewBox="0 0 40 20" width="640" height="320"/)
  })

  it('an SVG logo stays the same when it is cleaned again, and is drawn as a PNG', async () => {
    const brand = { name: 'Acme', logo: { light: svgUrl(drawing(`<script/>${shape}`, 'width="80px" height="40"')) } }
    const once = await cleanBrand(brand)
    assert.deepEqual(await cleanBrand(once), once)
    const { logo } = parseBrand(once)
    assert.equal(logo!.light.ratio, 2)
    const { format, width, height } = await sharp(await pngOf(logo!.dark)).metadata()
    assert.deepEqual([format, width, height], ['png', 640, 320])
  })
})

describe('a PNG logo', () => {
  const create = (width: number, height: number, background = '#123456') =>
    sharp({ create: { width, height, channels: 4, background } })

  it('a PNG logo is decoded, encoded again without what it carried, and made smaller', async () => {
    const bytes = await create(1000, 500)
      .withExif({ IFD0: { Copyright: 'secret' } })
      .png()
      .toBuffer()
    const hidden = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')])
    const result = await cleanLogo(pngUrl(hidden))
    assert.ok('dataUrl' in result)
    const clean = Buffer.from(result.dataUrl.split(',')[1]!, 'base64')
    const { width, height, exif } = await sharp(clean).metadata()
    assert.deepEqual([width, height, exif], [640, 320, undefined])
    assert.equal(clean.includes('script'), false)
    const { logo } = parseBrand({ name: 'Acme', logo: { light: result.dataUrl } })
    assert.equal(logo!.light.ratio, 2)
  })

  it('a PNG logo is refused if it is another file, broken, too large, or shows nothing', async () => {
    const noise = createHash('shake256', { outputLength: 400 * 400 * 3 }).digest()
    const cases: [Buffer, RegExp][] = [
      [await create(9, 9).jpeg().toBuffer(), /got a file of type jpeg, expected a PNG or an SVG/],
      [Buffer.from(drawing(shape)), /got a file of type svg/],
      [(await create(99, 99).png().toBuffer()).subarray(0, 60), /cannot be decoded/],
      [Buffer.from('hello'), /cannot be decoded/],
      [await create(5000, 5000).png({ compressionLevel: 1 }).toBuffer(), /got 5000 x 5000 pixels, expected at most 20/],
      [await create(500, 20).png().toBuffer(), /got a logo of 500 x 20/],
      [await create(9, 9, '#00000000').png().toBuffer(), /shows nothing/],
      [
        await sharp(noise, { raw: { width: 400, height: 400, channels: 3 } })
          .png()
          .toBuffer(),
        /expected at most 100000/,
      ],
    ]
    for (const [bytes, mistake] of cases) assert.match(await refused(pngUrl(bytes)), mistake)
  })
})

describe('the logo of emails', () => {
  it('the logo of emails is a small PNG on white, so that a dark scheme does not hide it', async () => {
    const { logo } = parseBrand({ name: 'Acme', logo: { light: svgUrl(drawing(shape, 'width="800" height="400"')) } })
    const { png, width, height } = await emailLogoOf(logo!.light)
    assert.deepEqual([width, height], [100, 56])
    const { format, hasAlpha, ...pixels } = await sharp(png).metadata()
    assert.deepEqual([format, hasAlpha, pixels.width, pixels.height], ['png', false, 200, 112])
    const { data } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
    assert.deepEqual([...data.subarray(0, 3)], [255, 255, 255])
  })
})
