import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sampleOperatorDir } from '../config/config.ts'
import { checkOperatorFiles } from './operatorFiles.ts'

// biome-ignore lint/suspicious/noExplicitAny: a file with mistakes has no type
type Change = (file: any) => unknown

describe("a check of the operator's data", () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'octavo-operator-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  const check = (changes: Record<string, Change | string>) => {
    cpSync(sampleOperatorDir, folder, { recursive: true })
    for (const [name, change] of Object.entries(changes)) {
      const file = join(folder, name)
      const json = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
      if (typeof change === 'function') change(json)
      writeFileSync(file, typeof change === 'string' ? change : JSON.stringify(json))
    }
    return checkOperatorFiles(folder)
  }

  it("a check of the operator's data finds no mistakes in the sample", async () => {
    assert.deepEqual(await checkOperatorFiles(sampleOperatorDir), { mistakes: [], warnings: [] })
  })

  it("a check of the operator's data lists the mistakes of all files at once, each with the name of its file", async () => {
    const { mistakes } = await check({
      'catalog.json': file => (file.skus[0].price.baseCents = -1),
      'shipping.json': file => (file.cutOff.timeZone = 'Mars'),
      'holidays.json': '{',
      'tax.json': file => (file.registrations['US-OR'] = { since: '2026-01-01' }),
      'printers.json': file => Object.assign(file.printers[0], { adapter: 'json', settings: { url: 'ftp://press' } }),
    })
    const prefixes = [
      'catalog.json /skus/0/price/baseCents: got -1',
      'holidays.json: cannot be read as JSON',
      'tax.json /registrations: got "US-OR"',
      'printers.json /printers/0/settings/url: expected an http',
    ]
    for (const prefix of prefixes)
      assert.ok(
        mistakes.some(line => line.startsWith(prefix)),
        `${prefix}\n${mistakes.join('\n')}`,
      )
  })

  it("a check of the operator's data finds the mistakes of shipping and holidays together, and of printers without a catalog", async () => {
    const { mistakes } = await check({
      'catalog.json': '[',
      'shipping.json': file => (file.cutOff.timeZone = 'Mars'),
      'holidays.json': file => file.closedDays.push({ name: 'x', date: 'never' }),
      'printers.json': file => (file.printers[0].cutOff.timeZone = 'Mars'),
    })
    assert.deepEqual(
      mistakes.map(line => line.split(' ', 2).join(' ')),
      [
        'catalog.json: cannot',
        'shipping.json /cutOff/timeZone:',
        'holidays.json /closedDays/0/date:',
        'printers.json /printers/0/cutOff/timeZone:',
      ],
    )
  })

  it("a check of the operator's data warns of improbable values", async () => {
    const { mistakes, warnings } = await check({
      'catalog.json': file => {
        Object.assign(file.skus[0].price, { baseCents: 0, perPageMillicents: 13 })
        file.skus[1].price.baseCents = 99_999
        file.skus[2].price.breaks = [{ fromCopies: 10, offBasisPoints: 8800 }]
      },
      'shipping.json': file => {
        file.manufacturingDays = { standard: 45, expedited: 2, rush: 1 }
        const { standard } = file.zones[0].classes
        Object.assign(standard, { baseCents: 0, extraCopyCents: 0, weightBands: [{ centsPerPound: 0 }] })
        standard.transitDays.max = 50
        Object.assign(standard.freight, { baseCents: 0, weightBands: [{ centsPerPound: 0 }] })
      },
      'tax.json': file => (file.rates['US-OH'] = 0.5),
    })
    assert.deepEqual(mistakes, [])
    const [cheap, page, expensive, discounted, ...rest] = warnings
    assert.match(cheap!, /^catalog\.json: PB-\S+ costs \$0\.00 a copy, with \d+ pages$/)
    assert.match(page!, /^catalog\.json: PB-\S+ costs 0\.013 ¢ a page$/)
    assert.match(expensive!, /^catalog\.json: \S+ costs \$1\d\d\d\.\d\d a copy, with \d+ pages$/)
    assert.match(discounted!, /^catalog\.json: \S+ costs \$0\.\d\d a copy, with \d+ pages and from 10 copies$/)
    assert.match(
      rest.join('\n'),
      /^shipping\.json: standard to .+ more costs nothing\nshipping\.json: standard to .+ travels for up to 50 business days\nshipping\.json: standard by freight to .+ more costs nothing\nshipping\.json: standard takes 55 business days to make\ntax\.json: \/rates has 50 % for US-OH$/,
    )
  })

  it("a check of the operator's data finds the mistakes of price lists, and warns of improbable ones", async () => {
    const books = (file: { skus: { manufacturingSku: string; price: object }[] }) => file.skus
    const [first, second] = books(JSON.parse(readFileSync(join(sampleOperatorDir, 'catalog.json'), 'utf8')))
    const price = { baseCents: 1, perPageMillicents: 100, breaks: [] }
    const list = {
      code: 'A',
      name: 'A',
      books: [
        { manufacturingSku: first!.manufacturingSku, offBasisPoints: 6000 },
        { manufacturingSku: second!.manufacturingSku, price },
      ],
    }
    const { mistakes, warnings } = await check({ 'priceLists.json': file => Object.assign(file, { lists: [list] }) })
    assert.deepEqual(mistakes, [])
    assert.equal(warnings[0], `priceLists.json: on A, ${first!.manufacturingSku} costs 60 % less than in the catalog`)
    assert.match(warnings[1]!, /^priceLists\.json: on A, \S+ costs \$0\.\d\d a copy, with \d+ pages$/)
    assert.equal(warnings.length, 2)
    const wrong = await check({ 'priceLists.json': '{"lists": [{"code": "a", "name": "A"}]}' })
    assert.match(wrong.mistakes.join('\n'), /^priceLists\.json \/lists\/0\/code: got "a", expected a code of/)
  })
})
