import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { readPdf } from '../../test/support/pdf.ts'
import { instant } from '../base/clock.ts'
import { type DocumentContent, drawDocument, type InvoicedOrder } from './invoice.ts'

const orderOf = (customerOrderId: string, items: number): InvoicedOrder => ({
  customerOrderId,
  purchaseOrder: null,
  priceList: null,
  items: Array.from({ length: items }, (_, i) => ({ sku: `SKU-${i}`, quantity: i + 1 })),
  price: {
    itemsCents: Array.from({ length: items }, () => 1000),
    fulfillmentCents: 199,
    shippingCents: 399,
    taxes: [],
  },
  cells: null,
})
const invoiceOf = (orders: InvoicedOrder[], changes: Partial<DocumentContent> = {}): DocumentContent => ({
  kind: 'invoice',
  number: 7,
  issuedAt: instant('2026-03-02T02:00:01Z'),
  seller: { name: 'Press', lines: ['1 Way', 'Rochester, NY 14604'], registrations: { CA: '123456789 RT0001' } },
  billTo: { name: 'Reader', email: 'reader@example.com' },
  chargeId: 'chg_1',
  chargeDate: '2026-03-02',
  invoiceNumber: null,
  dueOn: '2026-03-02',
  reason: null,
  manualRef: null,
  amountCents: 123_456_789,
  orderCount: orders.length,
  orders: orders,
  taxes: [{ jurisdiction: 'CA-QC', kind: 'qst', rate: 0.09975, taxableCents: 100_000, taxCents: 9975 }],
  ...changes,
})

describe('invoices as PDF', () => {
  it('an invoice has as many pages as it needs, each with its number, and ends with the total', async () => {
    const pdf = await readPdf(await drawDocument(invoiceOf(Array.from({ length: 60 }, (_, i) => orderOf(`A-${i}`, 3)))))
    assert.equal(pdf.pageCount, 8)
    const last = await pdf.page(8)
    assert.match(last.text, /Invoice 000007, page 8 of 8/)
    assert.match(last.text, /QST CA-QC 9\.975 % on 1,000\.00/)
    assert.match(last.text, /1,234,567\.89/)
    const first = await pdf.page(1)
    assert.match(first.text, /Tax registration CA: 123456789 RT0001/)
    await pdf.close()
  })

  it('an item of an invoice is named by the title of its book beside its SKU, where the title is known', async () => {
    const items = [
      { sku: 'BIRCH-01', quantity: 2, title: 'The Birch Wood' },
      { sku: 'OLD-7', quantity: 1 },
    ]
    const pdf = await readPdf(await drawDocument(invoiceOf([{ ...orderOf('A', 2), items }])))
    const { text } = await pdf.page(1)
    assert.match(text, /The Birch Wood \(BIRCH-01\)[\s\S]*OLD-7/)
    await pdf.close()
  })

  it('an invoice in German has its labels, figures and days in German, and the same bytes each time', async () => {
    const content = invoiceOf([orderOf('Order A. Total', 2)], { reason: 'Date' })
    const bytes = await drawDocument(content, { language: 'de' })
    assert.deepEqual(await drawDocument(content, { language: 'de' }), bytes)
    const pdf = await readPdf(bytes)
    const { text } = await pdf.page(1)
    for (const part of [
      /Rechnung 000007/,
      /Steuernummer CA: 123456789 RT0001/,
      /Datum[\s\S]*02\.03\.2026/,
      /Bestellung Order A\. Total/,
      /QST CA-QC 9,975 % auf 1\.000,00/,
      /1\.234\.567,89/,
      /Rechnung 000007, Seite 1 von 1/,
      /Begründung\s+Date/,
    ])
      assert.match(text, part)
    assert.doesNotMatch(text, /Invoice|Bill to|Shipping|Handling|Net\b/)
    await pdf.close()
  })

  it('an invoice names the country of the customer, in its language, when it is not that of the seller', async () => {
    const seller = { ...invoiceOf([]).seller, country: 'US' }
    const billed = async (country: string, language: 'en' | 'de') => {
      const address = { address1: '1 Rue', address2: null, city: 'Town', state: null, postal: '75001', country }
      const details = { company: null, contact: null, taxNumber: null, address }
      const billTo = { name: 'Reader', email: 'reader@example.com', details }
      const pdf = await readPdf(await drawDocument(invoiceOf([orderOf('A', 1)], { seller, billTo }), { language }))
      const { text } = await pdf.page(1)
      await pdf.close()
      return text
    }
    assert.match(await billed('CI', 'en'), /75001 Town[\s\S]*Côte d’Ivoire/)
    assert.match(await billed('FR', 'de'), /75001 Town[\s\S]*Frankreich/)
    assert.doesNotMatch(await billed('US', 'en'), /United States/)
  })

  it('an invoice shows names in any script, no pictures, and long names in full', async () => {
    const billTo = { name: 'Łódź Żółć, 山田出版 é Книги \u202e\u0000 📚', email: `${'q'.repeat(200)}@example.com` }
    const content = invoiceOf([orderOf('"\\)( 注文', 1)], { billTo })
    const bytes = await drawDocument(content)
    const pdf = await readPdf(bytes)
    const { text } = await pdf.page(1)
    const letters = text.replaceAll(/\s/g, '') // where the font changes, a reader may see a gap
    assert.match(letters, /ŁódźŻółć,山田出版éКниги/)
    assert.doesNotMatch(letters, /\ufffd/)
    assert.equal(letters.match(/q/g)!.length, 200)
    assert.match(letters, /Order"\\\)\(注文/)
    await pdf.close()
    assert.ok(bytes.equals(await drawDocument(content)), 'the same content gives the same bytes')
    assert.ok(bytes.length < 40_000, `only drawn letters are embedded: ${bytes.length} bytes`)
  })

  it('an invoice wraps long item names beside their counts, and repeats the column titles on each page', async () => {
    const content = invoiceOf([orderOf('A', 60)])
    content.orders[0]!.items[0] = { sku: 'X'.repeat(64), quantity: 10_000 }
    const pdf = await readPdf(await drawDocument(content))
    const first = await pdf.page(1)
    assert.equal(first.text.match(/X/g)!.length, 64)
    assert.match(first.text, /10,000/)
    assert.match((await pdf.page(2)).text, /^Order and items\s+Copies\s+US dollars/)
    await pdf.close()
  })

  it('an invoice is on the paper of its seller, and on A4 where it names none', async () => {
    const widthOf = async (paper?: 'letter' | 'a4') => {
      const content = invoiceOf([orderOf('A', 1)])
      const bytes = await drawDocument({ ...content, seller: { ...content.seller, ...(paper && { paper }) } })
      const [page] = (await PDFDocument.load(bytes)).getPages()
      return [page!.getWidth(), page!.getHeight()]
    }
    assert.deepEqual(await widthOf('letter'), [612, 792])
    assert.deepEqual(await widthOf('a4'), [595.28, 841.89])
    assert.deepEqual(await widthOf(), [595.28, 841.89])
  })

  it('an invoice with Western letters only embeds no font', async () => {
    const pdf = await readPdf(await drawDocument(invoiceOf([orderOf('A', 1)])))
    assert.ok((await pdf.page(1)).fonts.every(({ embedded }) => !embedded))
    await pdf.close()
  })

  it('a credit note shows the whole reason of the refund', async () => {
    const reason = `${'The covers of all forty copies were scuffed in transit; see photographs 1 to 12. '.repeat(11)}\nThe end.`
    const pdf = await readPdf(
      await drawDocument(invoiceOf([orderOf('A', 1)], { kind: 'credit_note', taxes: null, reason })),
    )
    const { text } = await pdf.page(1)
    assert.equal(text.match(/photographs/g)!.length, 11)
    assert.match(text, /The end\./)
    await pdf.close()
  })

  it('an invoice has the name of the brand at its head, or its logo, and its legal lines at the end', async () => {
    const content = invoiceOf([orderOf('A', 1)])
    const brand = { version: 2, name: 'Acme', supportAddress: 'help@acme.example', legalLines: ['Acme Inc., Łódź'] }
    content.seller.brand = brand
    const named = await readPdf(await drawDocument(content))
    const { text } = await named.page(1)
    assert.match(text, /^Invoice 000007\s+Acme\s/)
    assert.match(text.replaceAll(/\s/g, ''), /Totalpaid.*AcmeInc\.,Łódź.*Questions:help@acme\.example/)
    await named.close()
    const logo = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#234672' } })
      .png()
      .toBuffer()
    const bytes = await drawDocument(content, { logo: logo })
    assert.ok(bytes.equals(await drawDocument(content, { logo: logo })), 'the same content gives the same bytes')
    assert.match(bytes.toString('latin1'), /\/Subtype \/Image/)
    const drawn = await readPdf(bytes)
    assert.doesNotMatch((await drawn.page(1)).text, /^Invoice 000007\s+Acme\s/)
    await drawn.close()
  })

  it('an invoice has the lines of the operator and names the terms, in its language or else in English', async () => {
    const content = invoiceOf([orderOf('A', 1)])
    content.seller.footer = { en: ['Thank you for printing with us.'] }
    content.seller.terms = { version: '2026-11', link: { de: 'https://acme.example/agb' } }
    const lineIn = async (language: 'en' | 'de') => {
      const pdf = await readPdf(await drawDocument(content, { language }))
      const { text } = await pdf.page(1)
      await pdf.close()
      return text.replaceAll(/\s+/g, ' ')
    }
    assert.match(await lineIn('en'), /Thank you for printing with us\..*Terms and conditions: 2026-11, https:/)
    assert.match(
      await lineIn('de'),
      /Thank you for printing with us\..*Allgemeine Geschäftsbedingungen: 2026-11, https:\/\/acme\.example\/agb/,
    )
  })

  it('an invoice says how many orders it does not list', async () => {
    const pdf = await readPdf(await drawDocument(invoiceOf([orderOf('A', 1)], { orderCount: 3000 })))
    assert.match((await pdf.page(1)).text, /and 2999 more orders/)
    await pdf.close()
  })
})
