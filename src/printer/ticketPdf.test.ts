import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { readDataMatrix } from '../../test/support/dataMatrix.ts'
import { readPdf } from '../../test/support/pdf.ts'
import { sampleJob } from './contract.ts'
import type { PrintJob, TicketItem } from './printer.ts'
import { slipPdf, type TicketOptions, ticketPdf as ticketOnPaper } from './ticketPdf.ts'

const ticketPdf = (job: PrintJob, options: Partial<TicketOptions> = {}) =>
  ticketOnPaper(job, { paper: 'letter', coverPicture: async () => null, ...options })
const [item] = sampleJob().ticket.items as [TicketItem]
const withItems = (items: TicketItem[], changes: object = {}) =>
  sampleJob({ ticket: { ...sampleJob().ticket, ...changes, items } })

describe('a job ticket on paper', () => {
  it('a job ticket on paper has the specification of the book, the quantity, the dates and the recipient', async () => {
    const pdf = await readPdf(await ticketPdf(sampleJob({ expectedShipDate: '2026-03-09' })))
    const { text } = await pdf.page(1)
    for (const pattern of [
      /job_1/,
      /Ship by.*2026-03-09.*Was due.*2026-03-06/s,
      /30 × Trade paperback/,
      /PB-6X9/,
      /Perfect bound, paperback/,
      /Trimmed page.*6 × 9 in, 152\.4 × 228\.6 mm/s,
      /File page.*6\.25 × 9\.25 in/s,
      /Cover, flat.*12\.8 × 9\.25 in/s,
      /Spine.*0\.55 in.*Bleed.*0\.125 in/s,
      /60 lb uncoated cream, 89 g\/m²/,
      /1\/1, black and white/,
      /Cover stock.*10 pt C1S, 236 g\/m², gloss coated.*Lamination.*Gloss/s,
      /Finished cover.*12\.55 × 9 in/s,
      /job_1-1/,
      /100 a copy, 3,000 in all/,
      /Ann Reader/,
    ])
      assert.match(text, pattern)
    await pdf.close()
  })

  it('a job ticket on paper has the box and the books of each parcel', async () => {
    const parcels = [
      { parcel: 1, box: 'Book carton', copies: [20, 0] },
      { parcel: 2, box: 'Small carton', copies: [10, 5] },
    ]
    const items = [item, { ...item, title: 'The Sea', quantity: 5 }]
    const pdf = await readPdf(await ticketPdf(withItems(items), { parcels, language: 'de' }))
    const pages = [(await pdf.page(1)).text, (await pdf.page(2)).text]
    const text = pages.join(' ').replaceAll(/\s+/g, ' ')
    assert.match(
      text,
      /Pakete Paket 1, Book carton: 20 × Trade paperback Paket 2, Small carton: 10 × Trade paperback, 5 × The Sea/,
    )
    await pdf.close()
  })

  it('a job ticket on paper has the flaps and endpapers of a hard cover, the holes of a coil, and the edge of a book bound at its right', async () => {
    const hard = {
      binding: 'hard',
      flapInches: 3.25,
      flapFoldInches: 0.25,
      endpapers: '80 lb white',
      spineShape: 'round',
    } as const
    const coil = { binding: 'coil', punchInches: 0.27 } as const
    for (const [book, pattern] of [
      [hard, /Case bound.*Endpapers.*80 lb white.*Spine shape.*Round.*Flaps.*3\.25 in.*Fold of the flaps.*0\.25 in/s],
      [{ bindingEdge: 'right' } as const, /Binding edge.*Right: page 1 is a left-hand page/s],
      [coil, /Coil bound.*Punch margin.*0\.27 in, 6\.9 mm/s],
    ] as const) {
      const pdf = await readPdf(await ticketPdf(withItems([{ ...item, book: { ...item.book, ...book } }])))
      assert.match((await pdf.page(1)).text, pattern)
      await pdf.close()
    }
  })

  it('a job ticket on paper has customs data for parcels that pass customs, on the ticket and not on the slip', async () => {
    const customs = {
      terms: 'DAP' as const,
      contentType: 'merchandise' as const,
      originCountry: 'US',
      currency: 'USD' as const,
      value: '599.70',
      weightGrams: 8700,
      lines: [
        {
          description: 'A novel',
          hsCode: '4901.99',
          quantity: 30,
          unitValue: '19.99',
          value: '599.70',
          weightGrams: 8700,
        },
      ],
    }
    const pdf = await readPdf(await ticketPdf(withItems([item], { customs })))
    assert.match(
      (await pdf.page(1)).text,
      /DAP: the recipient pays duties.*USD 599\.70.*HS 4901\.99: 30 × A novel, USD 19\.99 each/s,
    )
    assert.doesNotMatch((await pdf.page(2)).text, /USD|599|19\.99/)
    await pdf.close()
  })

  it('a job ticket on paper writes names in their own letters, leaves out pictures, and names letters that no font has', async () => {
    const destination = {
      ...sampleJob().ticket.destination,
      name: 'Žižek Dvořák, 山田 太郎',
      company: '한국 Книги 👩‍🚀🇵🇷 Σ 𠮷野 📚',
      address2: 'e\u0301 a\u0323\u0302 مرحبا',
    }
    const bytes = await ticketPdf(withItems([item], { destination }))
    const pdf = await readPdf(bytes)
    const { text, fonts } = await pdf.page(1)
    // Where the font changes, a PDF reader may return a space.
    assert.match(text.replaceAll(/\s/g, ''), /ŽižekDvořák,山田太郎한국КнигиΣ\[U\+20BB7\]野/)
    assert.match(text.replaceAll(/\s/g, ''), /éậ/)
    assert.match(text.normalize('NFKC'), /ابحرم|مرحبا/)
    assert.doesNotMatch(text, /\ufffd/)
    assert.equal(fonts.filter(({ embedded }) => embedded).length, 5, 'Czech, Greek, Russian, Vietnamese, and the rest')
    assert.ok(bytes.length < 40_000, `only the letters that are drawn: ${bytes.length} bytes`)
    await pdf.close()
  })

  it('a job ticket on paper writes Arabic from the right, joined', async () => {
    const destination = { ...sampleJob().ticket.destination, name: 'سلام' }
    const pdf = await readPdf(await ticketPdf(withItems([item], { destination })))
    // A PDF reader returns the letters in reading order.
    assert.match((await pdf.page(1)).text, /\ufeb3\ufefc\ufee1/)
    await pdf.close()
  })

  it('a job ticket on paper writes a long shipping class in full', async () => {
    const shippingClassification = 'expedited international with a signature on delivery'
    const pdf = await readPdf(await ticketPdf(withItems([item], { shippingClassification })))
    assert.match((await pdf.page(1)).text.replaceAll(/\s+/g, ' '), /Expedited.*signature.*on.*delivery/)
    await pdf.close()
  })

  it('a job ticket on paper keeps the fields of a book on one page, and numbers its pages', async () => {
    const books = Array.from({ length: 5 }, (_, i) => ({ ...item, sku: `BOOK-${i + 1}` }))
    const pdf = await readPdf(await ticketPdf(withItems(books)))
    assert.equal(pdf.pageCount, 4)
    for (const page of [1, 2, 3]) {
      const { text } = await pdf.page(page)
      const count = (pattern: RegExp) => text.match(pattern)!.length
      assert.equal(count(/Book \d of 5/g), count(/Pages file/g))
      assert.match(text, new RegExp(`Job ticket C-1, page ${page} of 3`))
    }
    assert.doesNotMatch((await pdf.page(4)).text, /page 1 of 1/)
    await pdf.close()
  })

  it('a job ticket in German has German words and figures, and the slip keeps its own language', async () => {
    const titled = { ...item, itemDescription: 'Cover' }
    const job = withItems([titled], { shippingClassification: 'rush' })
    const bytes = await ticketPdf({ ...job, expectedShipDate: '2026-03-09' }, { language: 'de' })
    const pdf = await readPdf(bytes)
    const { text } = await pdf.page(1)
    for (const pattern of [
      /^Auftragstasche/,
      /Versenden bis.*09\.03\.2026.*War fällig.*06\.03\.2026/s,
      /Versand.*Eilig/s,
      /Klebebindung, Taschenbuch/,
      /Beschreibung.*Cover/s,
      /Endformat.*6 × 9 Zoll, 152,4 × 228,6 mm/s,
      /Datenformat.*6,25 × 9,25 Zoll/s,
      /Rücken.*0,55 Zoll, 14,0 mm.*Beschnitt.*0,125 Zoll/s,
      /60 lb ungestrichen, creme, 89 g\/m²/,
      /1\/1, schwarzweiß/,
      /236 g\/m², glänzend gestrichen.*Kaschierung.*Glänzend/s,
      /100 je Exemplar, 3\.000 gesamt/,
      /Lieferadresse.*Ann Reader/s,
    ])
      assert.match(text, pattern)
    assert.doesNotMatch(text, /\ufffd/)
    assert.match((await pdf.page(2)).text, /^Packing slip/)
    await pdf.close()
  })

  it('a job ticket is on the paper that is asked for', async () => {
    for (const [paper, height] of [
      ['letter', 792],
      ['a4', 841.89],
    ] as const) {
      const pdf = await PDFDocument.load(await ticketPdf(sampleJob(), { paper }))
      assert.deepEqual(new Set(pdf.getPages().map(page => page.getHeight())), new Set([height]))
    }
  })

  it('a job ticket on paper has a Data Matrix code of the job and of each book, and the slip has that of the job', async () => {
    const jobId = `job_${'7f'.repeat(22)}`
    const { ticket } = withItems([item, item])
    const file = await ticketPdf(sampleJob({ jobId, ticket }))
    assert.deepEqual((await readDataMatrix(file)).sort(), [jobId, `${jobId}-1`, `${jobId}-2`])
    assert.deepEqual(await readDataMatrix(await slipPdf(sampleJob({ jobId }), { paper: 'a4' })), [jobId])
  })

  it('a job ticket on paper has a barcode and the cover of each of two books with one title', async () => {
    const red = await sharp({ create: { width: 9, height: 6, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const asked: number[] = []
    const coverPicture = async (book: number) => {
      asked.push(book)
      return red
    }
    const books = ['ab', 'cd', 'ab'].map(digits => {
      const cover = { url: 'https://files.example/c.pdf', sha256: digits.repeat(32) }
      return { ...item, files: { cover, guts: null } }
    })
    books[1] = { ...books[1]!, title: 'The Birch Wood' }
    const pdf = await readPdf(await ticketPdf(withItems(books), { coverPicture }))
    const text = (await Promise.all([1, 2].map(async page => (await pdf.page(page)).text))).join()
    assert.deepEqual([...text.matchAll(/job_1-\d/g)].map(String), ['job_1-1', 'job_1-2', 'job_1-3'])
    assert.match(text, /SHA-256 abab.*SHA-256 cdcd/s)
    assert.deepEqual(asked, [0, 1], 'the third has the cover of the first')
    assert.match((await pdf.page(pdf.pageCount)).text, /1\. 30 × Trade paperback.*2\. 30 × The Birch Wood/s)
    await pdf.close()
  })

  it('a job ticket on paper has the name or the logo of the brand, and the slip in the parcel has neither', async () => {
    const named = await readPdf(await ticketPdf(sampleJob(), { brand: { name: 'Księgarnia', logo: null } }))
    assert.match((await named.page(1)).text.replaceAll(/\s/g, ''), /^KsięgarniaJobticket/)
    assert.doesNotMatch((await named.page(named.pageCount)).text, /garnia/)
    await named.close()
    const logo = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#234672' } })
      .png()
      .toBuffer()
    const images = async (options: Partial<TicketOptions>) =>
      (await ticketPdf(sampleJob(), options)).toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
    const before = await images({})
    assert.ok((await images({ brand: { name: 'Acme', logo } })) > before)
  })

  it('the slip in the parcel has the texts of the customer, line by line, and no more than that where there are none', async () => {
    const returnAddress = { ...sampleJob().ticket.destination, name: 'Shop', address1: '5 Shop St' }
    const slip = { blind: false, message: 'One\r\nTwo 書', giftMessage: 'Love ❤\ufe0f', returnAddress }
    const pages = async (packingSlip: object) => {
      const pdf = await readPdf(await ticketPdf(withItems([item], { packingSlip })))
      const text = (await pdf.page(pdf.pageCount)).text.replaceAll(/\s+/g, ' ')
      await pdf.close()
      return text
    }
    const full = await pages(slip)
    assert.match(
      full,
      /From Octavo Press .*To Ann Reader .*Return address Shop 5 Shop St .*Gift message Love ❤ Message One Two ?書 ?Contents/,
    )
    assert.doesNotMatch(full, /\ufffd/)
    const blind = await pages({ ...slip, blind: true, message: null, giftMessage: null })
    assert.doesNotMatch(blind, /Return address|message/)
  })

  it('the slip alone has no other page, the logo of the customer, and no name of the operator in its metadata', async () => {
    const slipLogo = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#234672' } })
      .png()
      .toBuffer()
    const { shipFrom: _, ...ticket } = sampleJob().ticket
    const bytes = await slipPdf(sampleJob({ ticket }), { paper: 'a4', slipLogo })
    assert.doesNotMatch(bytes.toString('latin1'), /Octavo/i)
    const [page, ...others] = (await PDFDocument.load(bytes)).getPages()
    assert.deepEqual([page!.getHeight(), others.length], [841.89, 0])
    const plain = await slipPdf(sampleJob({ ticket }), { paper: 'a4' })
    const pictures = (pdf: Buffer) => pdf.toString('latin1').match(/\/Subtype \/Image/g)!.length
    assert.ok(pictures(bytes) > pictures(plain))
  })

  it('a job ticket on paper with Western letters only embeds no font', async () => {
    const pdf = await readPdf(await ticketPdf(sampleJob()))
    assert.ok((await pdf.page(1)).fonts.every(({ embedded }) => !embedded))
    await pdf.close()
  })

  it('a job ticket on paper can be drawn from any text of a customer, of any length', async () => {
    const strange = { ...item, sku: 'é☃\u202e'.repeat(30), itemDescription: `${'書'.repeat(900)}\n\t` }
    const url = `https://files.example/${'x'.repeat(2000)}`
    const long = { ...strange, files: { cover: { url, sha256: null }, guts: { url, sha256: null } } }
    const startMs = performance.now()
    const pdf = await readPdf(await ticketPdf(withItems(Array.from({ length: 60 }, () => long))))
    assert.ok(performance.now() - startMs < 20_000)
    assert.ok(pdf.pageCount > 20)
    await pdf.close()
  })
})
