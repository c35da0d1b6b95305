// A print job as printers read it: its schema, and how a job is converted to it.

import { Type } from 'typebox'
import { languageCodes } from '../../../languages/languages.ts'
import { dollars } from '../../base/money.ts'
import type { Fulfillment } from '../../features/printing/fulfillment.ts'
import { findChangeRequests, findDeliveries } from '../../orders/orderStore.ts'
import { deskNames } from '../../printer/adapters.ts'
import { findCodesOf, findUnresolved } from '../../printer/bindingCodeStore.ts'
import { type BindingCode, withCodedFiles } from '../../printer/bindingCodes.ts'
import { linksOf } from '../../printer/links.ts'
import { findAgreedPrices, findReportedParcels, type findReportedPrices } from '../../printer/messageStore.ts'
import {
  barcodeOf,
  isOpen,
  type JobShipment,
  jobStatuses,
  type PackingSlip,
  type PrintJob,
} from '../../printer/printer.ts'
import { labelsAtScan } from '../../printer/routing.ts'
import { Dollars, Instant, nullable, oneOf, Words } from '../objects/common.ts'
import { Delivery, PublicAddress } from '../objects/order.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import type { Caller } from '../server/route.ts'
import type { Services } from '../server/services.ts'

export const pressTag = 'Press'

const File = nullable(
  Type.Object({ url: Type.String(), sha256: nullable(Type.String({ description: 'Hexadecimal.' })) }),
)
const Link = nullable(
  Type.String({
    description: 'Works for 15 minutes and returns exactly the bytes that were checked. Null until they are stored.',
  }),
)
const CodeOfPart = nullable(
  Type.Object({
    code: nullable(Type.String({ description: 'The text of the code; null if the file has none.' })),
    missing: nullable(
      oneOf(['no_room', 'not_drawable', 'not_stored'], {
        description:
          'Why the file has no code. `no_room`: it has too little bleed. `not_drawable`: its structure does not allow a code. `not_stored`: it is not stored here.',
      }),
    ),
  }),
)
const Inches = Type.Object({ widthInches: Type.Number(), heightInches: Type.Number() })
const Coating = oneOf(['none', 'coated', 'gloss', 'matte', 'satin'])
const Paper = nullable(
  Type.Object(
    {
      stock: Type.String(),
      weightGsm: Type.Number({ description: 'Grams per square meter.' }),
      thicknessInches: nullable(Type.Number()),
      coating: Coating,
      backCoating: Type.Optional({ ...Coating, description: 'Absent where both sides are the same.' }),
      color: Type.Optional(oneOf(['white', 'cream'])),
      isoSubstrate: nullable(Type.String({ description: 'PS1 to PS8 of ISO 12647-2.' })),
      printStandard: nullable(Type.String({ description: 'The printing condition to match.' })),
    },
    { title: 'Paper', description: 'Null if the catalog does not say.' },
  ),
)
const Book = Type.Object(
  {
    name: Type.String(),
    size: Type.String(),
    cover: Type.String(),
    paperType: Type.String(),
    textColor: Type.String(),
    bleed: Type.Boolean(),
    binding: oneOf(['soft', 'hard', 'stapled', 'coil']),
    trim: Inches,
    page: Inches,
    coverSheet: Inches,
    finishedCover: Type.Object(Inches.properties, {
      description: 'The cover opened flat as it is on the book: without bleed or wrap.',
    }),
    bleedInches: Type.Number({ description: 'Of the pages.' }),
    bindingBleedInches: Type.Optional(Type.Number({ description: 'Of the pages at the binding, where it differs.' })),
    wrapInches: Type.Number({
      description: 'By which coverSheet is larger than finishedCover on each side: bleed or wrap.',
    }),
    hingeInches: Type.Number(),
    spineInches: Type.Number(),
    flapInches: Type.Optional(
      Type.Number({ description: 'Of a dust jacket: the cover file is the jacket, with a flap on both outer sides.' }),
    ),
    flapFoldInches: Type.Optional(
      Type.Number({ description: 'Between flap and panel, around the edge of the board.' }),
    ),
    punchInches: Type.Optional(
      Type.Number({ description: 'Of a coil-bound book: the strip along the binding in which the holes are.' }),
    ),
    bindingEdge: Type.Optional(
      oneOf(['right'], {
        description:
          '`right`: page 1 is a left-hand page, and the cover file has its back at the right. Absent of a book that is bound at its left.',
      }),
    ),
    board: nullable(
      Type.Object(
        { ...Inches.properties, thicknessInches: nullable(Type.Number()) },
        { description: 'Each of the two boards of a hard cover.' },
      ),
    ),
    colors: Type.Object(
      { pages: Type.String(), cover: Type.String() },
      { description: 'On the front and on the back of a sheet: 1/1 is black, 4/0 is CMYK on one side.' },
    ),
    papers: Type.Object({ pages: Paper, cover: Paper }),
    lamination: nullable(oneOf(['none', 'gloss', 'matte', 'soft touch'])),
    endpapers: Type.Optional(Type.String({ description: 'Of a hard cover.' })),
    spineShape: Type.Optional(oneOf(['flat', 'round'], { description: 'Of a hard cover.' })),
    sheets: Type.Integer({ description: 'For one copy.' }),
    signatures: nullable(Type.Integer({ description: 'For one copy; null if the catalog does not say.' })),
    copyGrams: Type.Integer(),
  },
  { $id: 'PrintJobBook', description: "The catalog's data about the book when the job was handed to the printer." },
)
const Parcel = Type.Object({
  trackingNumber: Type.String(),
  altTrackingNumber: Type.String(),
  trackingUrl: Type.String(),
})
export const Job = Type.Object(
  {
    jobId: Type.String(),
    accountId: Type.String(),
    customerOrderId: Type.String(),
    orderTitle: OrderTitle,
    practice: Type.Optional(
      Type.Boolean({ description: 'True for an order with which the operator tries the press desk. It is not sold.' }),
    ),
    printer: Type.String(),
    attempt: Type.Integer(),
    status: oneOf(jobStatuses),
    cancellationRequested: Type.Boolean(),
    changeRequest: nullable(
      Type.Object(
        { destination: PublicAddress, shippingClassification: Type.String(), requestedAt: Type.String() },
        {
          title: 'RequestedChange',
          description:
            'Where and how the customer wants the order shipped instead; null if nothing waits for your answer.',
        },
      ),
    ),
    withdrawing: Type.Boolean({
      description: 'The service itself requests the cancellation, to give the job to another printer.',
    }),
    enterprise: Type.Boolean({ description: 'You set the prices.' }),
    agreedPrices: nullable(
      Type.Object(
        { itemsTotal: Dollars, taxesTotal: Dollars, shippingTotal: Dollars },
        {
          title: 'AgreedJobPrices',
          description:
            'Of an enterprise job whose account has agreed prices: they count for the prices that you do not name. Null for other jobs.',
        },
      ),
    ),
    destination: PublicAddress,
    shippingClassification: Type.String(),
    items: Type.Array(
      Type.Object({
        sku: Type.String(),
        title: Type.Optional(Type.String({ description: "The customer's name of the book, as on the packing slip." })),
        manufacturingSku: Type.String(),
        barcode: Type.String({ description: "The book's barcode on the job ticket." }),
        quantity: Type.Integer(),
        pageCount: Type.Integer(),
        files: Type.Object({ cover: File, guts: File }),
        links: Type.Object({ cover: Link, guts: Link }),
        bindingCodes: nullable(
          Type.Object(
            { cover: CodeOfPart, guts: CodeOfPart },
            {
              description:
                'The codes outside the trim of the cover and of page 1, to compare them at binding. Null if your printer has no binding codes.',
            },
          ),
        ),
        itemDescription: nullable(Type.String()),
        retailPrice: nullable(Type.String({ description: 'Dollars per copy, for customs.' })),
        book: Book,
      }),
    ),
    shipFrom: Type.Optional(PublicAddress),
    packingSlip: Type.Optional(
      Type.Object(
        {
          blind: Type.Boolean({
            description:
              'The parcel names neither you nor the operator, and `shipFrom`, its sender, is the return address.',
          }),
          message: nullable(Type.String()),
          giftMessage: nullable(Type.String()),
          returnAddress: Type.Unsafe<PackingSlip['returnAddress']>({ ...PublicAddress, type: ['object', 'null'] }),
          language: Type.Optional(oneOf(languageCodes, { description: 'Of the slip. Absent for English.' })),
        },
        {
          title: 'PrintedPackingSlip',
          description: 'Absent if the customer chose nothing. The slip is part of the ticket as PDF.',
        },
      ),
    ),
    customs: Type.Unsafe<PrintJob['ticket']['customs']>({
      type: ['object', 'null'],
      description: 'For Canada and the territories; null elsewhere.',
      required: ['terms', 'contentType', 'originCountry', 'currency', 'value', 'weightGrams', 'lines'],
      properties: {
        terms: { type: ['string', 'null'], enum: ['DAP', null] },
        contentType: { type: 'string', enum: ['merchandise'] },
        originCountry: { type: 'string' },
        currency: { type: 'string', enum: ['USD'] },
        value: { type: 'string', description: 'For all copies.' },
        weightGrams: { type: 'integer' },
        lines: Type.Array(
          Type.Object(
            {
              description: Type.String(),
              hsCode: Type.String({ description: 'Of the Harmonized System.' }),
              quantity: Type.Integer(),
              unitValue: Type.String(),
              value: Type.String(),
              weightGrams: Type.Integer(),
            },
            { title: 'CustomsLine' },
          ),
          { description: 'A line for each item, in the same order.' },
        ),
      },
    }),
    packages: Type.Array(
      Type.Object({ masterTrackingNumber: Type.String(), carrier: Type.String(), packages: Type.Array(Parcel) }),
      { description: 'The shipped parcels of this job.' },
    ),
    delivery: Type.Optional(Delivery),
    problem: nullable(Words()),
    bindingMismatchId: nullable(
      Type.String({
        description:
          'The cover and pages that were scanned for this job belong to different books. It cannot be reported as printed or shipped before that is resolved.',
      }),
    ),
    labelsAtScan: nullable(
      oneOf(labelsAtScan, {
        description:
          "The station for shipping buys the labels of the job when its ticket is scanned, by the computed or by the scale's weight: a setting of the printer. Null: it scans labels.",
      }),
    ),
    dueDate: nullable(Type.String({ format: 'date', description: 'The day by which to ship.' })),
    expectedShipDate: nullable(Type.String({ format: 'date', description: 'The new ship date, if you changed it.' })),
    acceptedAt: nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: 'PrintJob' },
)

/** A single job, with the prices that its printer has set. */
export const JobWithPrices = Type.Object(
  {
    ...Job.properties,
    prices: Type.Unsafe<{ itemsTotal: number; taxesTotal: number; shippingTotal: number | null } | null>({
      ...Type.Object({ itemsTotal: Dollars, taxesTotal: Dollars, shippingTotal: nullable(Dollars) }),
      type: ['object', 'null'],
      description: 'The prices that you set for this job; null before you set them, and if you do not set prices.',
    }),
  },
  { $id: 'PrintJobWithPrices', title: 'PrintJobWithPrices' },
)

export type PrinterCaller = Extract<Caller, { kind: 'printer' }>

/** The press desks whose jobs a caller sees and reports on. */
export const pressDesksOf =
  (fulfillment: Pick<Fulfillment, 'printerConfig'>) =>
  ({ printer }: PrinterCaller): readonly string[] => {
    const desks = deskNames(fulfillment.printerConfig.printers)
    return printer === null ? desks : desks.filter(name => name === printer)
  }

export type JobPresenter = Pick<Services, 'db' | 'fileLinks' | 'clock' | 'fulfillment' | 'labelDeps'>

/** Converts jobs to what printers read, in the same order. */
export async function presentJobs({ db, fileLinks, clock, fulfillment, labelDeps }: JobPresenter, jobs: PrintJob[]) {
  const parcels = await findReportedParcels(db, jobs)
  const agreed = await findAgreedPrices(db, jobs)
  const shipped = jobs.filter(({ status }) => status === 'SHIPPED')
  const deliveries = await findDeliveries(db, shipped)
  const changes = await findChangeRequests(
    db,
    jobs.filter(job => isOpen(job) && job.changeRequestedAt !== null),
  )
  const codes = await findCodesOf(db, jobs)
  const coded = jobs.filter(job => job.hasBindingCodes)
  const mismatches = new Map((await findUnresolved(db, coded)).map(one => [one.jobId, one.mismatchId]))
  const rules = new Map(fulfillment.printerConfig.printers.map(rule => [rule.name, rule]))
  const now = clock()
  return jobs.map((job, i) => {
    const binding = { codes: codes[i]!, mismatchId: mismatches.get(job.jobId) ?? null }
    const delivery = job.status === 'SHIPPED' ? deliveries.get(job.orderId) : undefined
    return {
      ...present(withCodedFiles(job, codes[i]!), parcels.get(job.jobId)!, linksOf(job, fileLinks, now), binding),
      changeRequest: changes.get(job.orderId) ?? null,
      labelsAtScan: labelDeps.carrierOf(job.mode) === null ? null : (rules.get(job.printer)?.labelsAtScan ?? null),
      agreedPrices: agreedInDollars(agreed.get(job.jobId)),
      ...(delivery === undefined ? {} : { delivery }),
    }
  })
}

export const presentJob = async (show: JobPresenter, job: PrintJob) => (await presentJobs(show, [job]))[0]!

type AgreedPrices = Awaited<ReturnType<typeof findAgreedPrices>> extends Map<string, infer Prices> ? Prices : never

const agreedInDollars = (agreed: AgreedPrices | undefined) =>
  agreed === undefined
    ? null
    : {
        itemsTotal: dollars(agreed.itemsCents),
        taxesTotal: dollars(agreed.taxesCents),
        shippingTotal: dollars(agreed.shippingCents),
      }

export const pricesInDollars = (prices: Awaited<ReturnType<typeof findReportedPrices>>) =>
  prices && {
    itemsTotal: dollars(prices.itemsCents),
    taxesTotal: dollars(prices.taxesCents),
    shippingTotal: prices.shippingCents === null ? null : dollars(prices.shippingCents),
  }

function present(
  { ticket, ...job }: PrintJob,
  packages: JobShipment[],
  links: ReturnType<typeof linksOf>,
  { codes, mismatchId }: { codes: BindingCode[]; mismatchId: string | null },
) {
  return {
    ...job,
    ...ticket,
    customs: ticket.customs ?? null,
    items: ticket.items.map((item, i) => ({
      ...item,
      barcode: barcodeOf(job.jobId, i),
      links: links[i]!,
      bindingCodes: codesOf(codes, i),
    })),
    packages,
    bindingMismatchId: mismatchId,
  }
}

function codesOf(codes: BindingCode[], item: number) {
  const own = codes.filter(code => code.item === item)
  if (own.length === 0) return null
  const codeOf = (wanted: BindingCode['part']) => {
    const found = own.find(({ part }) => part === wanted)
    return found === undefined ? null : { code: found.code, missing: found.missing }
  }
  return { cover: codeOf('cover'), guts: codeOf('guts') }
}
