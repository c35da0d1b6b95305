import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPdf } from '../../test/pdf.ts'
import { instant } from '../base/clock.ts'
import { type Bought, drawPaper, type PaperFacts } from './invoice.ts'

const bought = (customerOrderId: string, items: number): Bought => ({
  customerOrderId,
  items: Array.from({ length: items }, (_, i) => ({ sku: `SKU-${i}`, quantity: i + 1 })),
  price: {
    itemsCents: Array.from({ length: items }, () => 1000),
    fulfillmentCents: 199,
    shippingCents: 399,
    taxes: [],
  },
  cells: null,
})
const invoice = (orders: Bought[], more: Partial<PaperFacts> = {}): PaperFacts => ({
  kind: 'invoice',
  number: 7,
  issuedAt: instant('2026-03-02T02:00:01Z'),
  seller: { name: 'Press', lines: ['1 Way', 'Rochester, NY 14604'], registrations: { CA: '123456789 RT0001' } },
  billTo: { name: 'Reader', email: 'reader@example.com' },
  chargeId: 'chg_1',
  chargeDate: '2026-03-02',
  reason: null,
  handRef: null,
  amountCents: 123_456_789,
  orderCount: orders.length,
  bought: orders,
  taxes: [{ jurisdiction: 'CA-QC', kind: 'qst', rate: 0.09975, taxableCents: 100_000, taxCents: 9975 }],
  ...more,
})

describe('an invoice', () => {
  it('runs over as many pages as it needs, each with its number, and ends with the total', async () => {
    const pdf = await readPdf(await drawPaper(invoice(Array.from({ length: 60 }, (_, i) => bought(`A-${i}`, 3)))))
    assert.equal(pdf.pageCount, 8)
    const last = await pdf.page(8)
    assert.match(last.text, /Invoice 000007, page 8 of 8/)
    assert.match(last.text, /QST CA-QC 9\.975 % on 1,000\.00/)
    assert.match(last.text, /1,234,567\.89/)
    const first = await pdf.page(1)
    assert.match(first.text, /Tax registration CA: 123456789 RT0001/)
    await pdf.close()
  })

  it('names everybody in their own letters, with a sign for what no font has, and all of a long name', async () => {
    const billTo = { name: 'Łódź Żółć, 山田出版 é Книги \u202e\u0000 📚', email: `${'q'.repeat(200)}@example.com` }
    const facts = invoice([bought('"\\)( 注文', 1)], { billTo })
    const bytes = await drawPaper(facts)
    const pdf = await readPdf(bytes)
    const { text } = await pdf.page(1)
    const said = text.replaceAll(/\s/g, '') // where the font changes, a reader may see a gap
    assert.match(said, /ŁódźŻółć,山田出版éКниги\ufffd/)
    assert.equal(said.match(/q/g)!.length, 200)
    assert.match(said, /Order"\\\)\(注文/)
    await pdf.close()
    assert.ok(bytes.equals(await drawPaper(facts)), 'the same facts make the same bytes')
    assert.ok(bytes.length < 40_000, `only the letters that are drawn: ${bytes.length} bytes`)
  })

  it('names each item on as many lines as it takes, beside its count, below the titles of the columns', async () => {
    const facts = invoice([bought('A', 60)])
    facts.bought[0]!.items[0] = { sku: 'X'.repeat(64), quantity: 10_000 }
    const pdf = await readPdf(await drawPaper(facts))
    const first = await pdf.page(1)
    assert.equal(first.text.match(/X/g)!.length, 64)
    assert.match(first.text, /10,000/)
    assert.match((await pdf.page(2)).text, /^Order and items\s+Copies\s+US dollars/)
    await pdf.close()
  })

  it('of Western letters needs no font of ours', async () => {
    const pdf = await readPdf(await drawPaper(invoice([bought('A', 1)])))
    assert.ok((await pdf.page(1)).fonts.every(({ embedded }) => !embedded))
    await pdf.close()
  })

  it('of money that was given back tells all of the reason', async () => {
    const reason = `${'The covers of all forty copies were scuffed in transit; see photographs 1 to 12. '.repeat(11)}\nThe end.`
    const pdf = await readPdf(await drawPaper(invoice([bought('A', 1)], { kind: 'credit_note', taxes: null, reason })))
    const { text } = await pdf.page(1)
    assert.equal(text.match(/photographs/g)!.length, 11)
    assert.match(text, /The end\./)
    await pdf.close()
  })

  it('of more orders than it lists says so', async () => {
    const pdf = await readPdf(await drawPaper(invoice([bought('A', 1)], { orderCount: 3000 })))
    assert.match((await pdf.page(1)).text, /and 2999 more orders/)
    await pdf.close()
  })
})
