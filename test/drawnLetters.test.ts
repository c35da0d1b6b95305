// Whatever letters a text has, no document draws the empty box of a font: letters that no font has are named by their
// code, pictures are left out, and what cannot be seen is not drawn.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { shipmentTo } from '../src/carriers/contract.ts'
import { sampleLabelPdf } from '../src/carriers/simulated/sampleLabel.ts'
import { drawDocument } from '../src/payments/invoice.ts'
import { drawStaffCredit } from '../src/payments/statements/creditNotePdf.ts'
import { drawStatement } from '../src/payments/statements/statementPdf.ts'
import { sampleJob } from '../src/printer/contract.ts'
import { slipPdf, ticketPdf } from '../src/printer/ticketPdf.ts'
import { readPdf } from './support/pdf.ts'

// 書 brings Unifont, which has boxes for U+0378 (no letter), U+E000 (private) and U+115F and U+034F (invisible).
const strange = '書\u0378\ue000\u{20bb7}\u{1e900}🤖\u115f\u034f\u200d\u{e0061}Ж'
const drawn = '書[U+0378][U+E000][U+20BB7][U+1E900]Ж'

const date = new Date('2026-03-02T12:00:00Z')
const job = sampleJob()
const [item] = job.ticket.items
const address = { ...job.ticket.destination, name: strange, company: strange, address1: strange, city: strange }
const ticket = {
  ...job.ticket,
  destination: address,
  shipFrom: address,
  items: [{ ...item!, sku: strange, title: strange, itemDescription: strange }],
  packingSlip: { blind: false, message: strange, giftMessage: strange, returnAddress: address },
}
const strangeJob = { ...job, ticket: { ...ticket, customerOrderId: strange } }
const parties = {
  seller: { name: strange, lines: [strange], registrations: { [strange]: strange }, footer: { en: [strange] } },
  billTo: { name: strange, email: strange },
}
const charge = {
  chargeId: 'chg_1',
  chargeDate: '2026-03-02',
  invoiceNumber: null,
  ...{ amountCents: 100, orderCount: 1, taxes: null },
}
const price = { itemsCents: [80], fulfillmentCents: 10, shippingCents: 10, taxes: [] }

const documents: Record<string, () => Promise<Buffer>> = {
  'a job ticket': () =>
    ticketPdf(strangeJob, { paper: 'a4', coverPicture: async () => null, brand: { name: strange, logo: null } }),
  'a packing slip': () => slipPdf(strangeJob, { paper: 'letter' }),
  'an invoice': () =>
    drawDocument({
      ...{ ...parties, ...charge, kind: 'invoice', number: 1, issuedAt: date, reason: strange, manualRef: strange },
      dueOn: '2026-03-01',
      orders: [
        {
          ...{ customerOrderId: strange, purchaseOrder: strange, priceList: strange, price, cells: null },
          items: [{ sku: strange, title: strange, quantity: 1 }],
        },
      ],
    }),
  'the credit note of a credit': () =>
    drawStaffCredit(
      {
        ...{ ...parties, number: 1, issuedAt: date, amountCents: 100, invoiceNumber: 1, statement: 1 },
        ...{ reason: strange, reference: strange },
      },
      { logo: null, language: 'en' },
    ),
  'a statement': () =>
    drawStatement(
      {
        ...{
          ...parties,
          accountId: 'acc_1',
          number: 1,
          documentNumber: 1,
          month: '2026-03-01',
          issuedAt: date,
          dueOn: '2026-04-01',
        },
        ...{
          overdueAt: date,
          termsDays: 30,
          termsFrom: 'statement',
          purchaseOrder: strange,
          lines: 1,
          totalCents: 100,
          baseCents: 100,
          taxCents: 0,
        },
        ...{
          paidCents: 0,
          processingCents: 0,
          discountCents: 100,
          discountOn: '2026-04-11',
          discountEndsAt: date,
          reminders: 0,
        },
        ...{ lateFeeBasisPoints: 150, lateFeeCents: null, lateFees: 0, lateFeesCents: 0 },
        listed: [
          {
            ...{ lineId: 'lin_1', kind: 'order', at: date, itemsCents: 90, shippingCents: 10, taxCents: 0 },
            ...{
              amountCents: 100,
              reason: strange,
              customerOrderId: strange,
              purchaseOrder: strange,
              lateStatement: null,
              reference: null,
              isRemoved: false,
              reprintOf: strange,
            },
            ...{ orderTitle: strange, reprintTitle: strange },
            items: [{ sku: strange, title: strange, quantity: 1 }],
          },
        ],
      },
      { logo: null, language: 'en' },
    ),
  'a label of the simulated carrier': () => {
    const { from, to } = shipmentTo()
    const shipment = shipmentTo('', {
      from: { ...from, company: strange },
      to: { ...to, name: strange, street2: strange },
      reference: strange,
    })
    return sampleLabelPdf({ trackingNumber: 'SIM123', service: 'Ground', shipment, at: date })
  },
}

for (const [name, draw] of Object.entries(documents))
  it(`${name} draws no box in the place of a letter`, async () => {
    const pdf = await readPdf(await draw())
    for (let page = 1; page <= pdf.pageCount; page++) {
      const { text, missingGlyphs } = await pdf.page(page)
      const letters = text.replaceAll(/\s/g, '')
      assert.equal(missingGlyphs, 0)
      assert.ok(letters.includes(drawn), letters)
      for (const letter of '\u0378\ue000\u115f\u034f\ufffd🤖') assert.ok(!letters.includes(letter), letters)
    }
    await pdf.close()
  })
