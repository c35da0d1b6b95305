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

  it('shows any name: what Helvetica cannot is a question mark, and what is too long is cut', async () => {
    const billTo = { name: 'Łódź é 書 \u202e\u0000 🎉', email: 'x'.repeat(300) }
    const pdf = await readPdf(await drawPaper(invoice([bought('"\\)(', 1)], { billTo })))
    const { text } = await pdf.page(1)
    assert.match(text, /\?ód\? é \? \?\? \?/)
    assert.match(text, /x{30}/)
    assert.match(text, /Order "\\\)\(/)
    await pdf.close()
  })

  it('of more orders than it lists says so', async () => {
    const pdf = await readPdf(await drawPaper(invoice([bought('A', 1)], { orderCount: 3000 })))
    assert.match((await pdf.page(1)).text, /and 2999 more orders/)
    await pdf.close()
  })
})
