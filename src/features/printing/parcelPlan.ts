// The parcels of a print job: its books in the operator's boxes, and the shipment of each as a carrier wants it.

import { dollarsText, roundedCentsOf } from '../../base/money.ts'
import type { CarrierAddress, Shipment } from '../../carriers/carrier.ts'
import type { Label } from '../../carriers/labelStore.ts'
import type { Customs, PrintJob, Ticket, TicketAddress, TicketItem } from '../../printer/printer.ts'
import {
  type BookStack,
  type Box,
  gramsPerOunce,
  type PackedParcel,
  packBooks,
  packInto,
  weightRange,
} from '../../shipping/boxes.ts'
import { carrierPlace } from '../placing/carrierPlace.ts'

/** Of paper with little air, for books whose catalog entry says no thickness. */
const gramsPerCubicInch = 13
const minThicknessInches = 0.03
const usualHsDescription = 'Printed book'

/** Rounds to the steps of a scale. */
export const scaleOunces = (ounces: number): number => Math.round(ounces * 10) / 10

/** `weight` is the range that a scale may show. */
export type PlannedParcel = PackedParcel & { parcel: number; weight: { min: number; max: number } }

const booksOf = ({ ticket }: PrintJob): BookStack[] =>
  ticket.items.map(({ quantity, book }) => ({
    quantity,
    copy: measuresOf(book),
    copyOunces: book.copyGrams / gramsPerOunce,
  }))

function measuresOf({ trim, board, spineInches, copyGrams }: TicketItem['book']) {
  const lengthInches = Math.max(trim.heightInches, board?.heightInches ?? 0)
  const widthInches = Math.max(trim.widthInches, board?.widthInches ?? 0)
  const byWeight = copyGrams / gramsPerCubicInch / (lengthInches * widthInches)
  return { lengthInches, widthInches, heightInches: Math.max(spineInches, byWeight, minThicknessInches) }
}

type LabeledParcel = Pick<Label, 'parcel' | 'box' | 'copies'>

/**
 * The parcels that have a label, and the rest of the books in boxes: as planned before, unless a person packed other
 * books. Null when the boxes do not hold the rest: a person chooses, or the order goes by pallet.
 */
export function planParcels(
  job: PrintJob,
  boxes: readonly Box[],
  labeled: readonly LabeledParcel[],
): PlannedParcel[] | null {
  const books = booksOf(job)
  const planned = packBooks(books, boxes)
  const known = labeled.filter(({ copies }) => copies !== null)
  const isAsPlanned = known.every(({ parcel, copies }) => String(planned?.[parcel - 1]?.copies) === String(copies))
  const left = copiesLeft(job, known)
  const rest = books.map((book, i) => ({ ...book, quantity: left[i]! }))
  const packed = isAsPlanned ? planned : packBooks(rest, boxes)
  if (packed === null) return null
  const isFree = (parcel: number) => labeled.every(label => label.parcel !== parcel)
  const numbers = Array.from({ length: packed.length + labeled.length }, (_, i) => i + 1)
  const free = isAsPlanned ? numbers : numbers.filter(isFree)
  const open = packed.map((one, i) => numbered(one, free[i]!, books)).filter(({ parcel }) => isFree(parcel))
  const kept = known.flatMap(({ parcel, box: name, copies }) => {
    const box = boxes.find(one => one.name === name)
    return box === undefined ? [] : [parcelInBox(job, { parcel, copies: copies! }, box)]
  })
  return [...kept, ...open].sort((a, b) => a.parcel - b.parcel)
}

/** The copies of each item that no label has. */
export const copiesLeft = ({ ticket }: PrintJob, labeled: readonly Pick<Label, 'copies'>[]): number[] =>
  ticket.items.map(({ quantity }, i) => labeled.reduce((left, { copies }) => left - (copies?.[i] ?? 0), quantity))

/** A parcel in a box that a person chose, with these books. */
export function parcelInBox(
  job: PrintJob,
  { parcel, copies }: Pick<PlannedParcel, 'parcel' | 'copies'>,
  box: Box,
): PlannedParcel {
  const books = booksOf(job)
  const stacks = books.map((book, i) => ({ ...book, quantity: copies[i]! }))
  return numbered(packInto(box, stacks), parcel, books)
}

function numbered(packed: PackedParcel, parcel: number, books: BookStack[]): PlannedParcel {
  const { min, max } = weightRange(packed, books)
  return { ...packed, parcel, weight: { min: scaleOunces(min), max: scaleOunces(max) } }
}

/** The declaration of a parcel to customs: the lines of its books, and their sums. */
export type Declaration = Omit<Customs, 'contentType'>

/** Null when it crosses no customs border. Without known `copies`, it declares all books of the order. */
export function declarationOf({ customs, items }: Ticket, copies: number[] | null): Declaration | null {
  if (customs == null) return null
  const lines = customs.lines.flatMap((line, i) => {
    const quantity = copies?.[i] ?? line.quantity
    if (quantity === 0) return []
    const weightGrams = Math.round((line.weightGrams * quantity) / items[i]!.quantity)
    const valueCents = roundedCentsOf(Number(line.unitValue)) * quantity
    return [{ ...line, quantity, value: dollarsText(valueCents), weightGrams }]
  })
  const valueCents = lines.reduce((sum, { value }) => sum + roundedCentsOf(Number(value)), 0)
  const weightGrams = lines.reduce((sum, line) => sum + line.weightGrams, 0)
  return { ...customs, lines, value: dollarsText(valueCents), weightGrams }
}

/** Whether the labels of a job would declare more copies than it has; a label of unknown books declares all. */
export const declaresTooMuch = ({ customs, items }: Ticket, labels: (number[] | null)[]): boolean =>
  customs != null &&
  items.some(({ quantity }, i) => labels.reduce((sum, copies) => sum + (copies?.[i] ?? quantity), 0) > quantity)

type ShippedParcel = Pick<Label, 'labelId' | 'lengthIn' | 'widthIn' | 'heightIn' | 'weightOz' | 'copies' | 'delivery'>

/** The job as a parcel of it is sent: to its mended address, if it has one. */
export const jobOfParcel = (job: PrintJob, { delivery }: Pick<Label, 'delivery'>): PrintJob =>
  delivery === null ? job : { ...job, ticket: { ...job.ticket, ...JSON.parse(delivery) } }

/** The shipment of a label, by the ticket of its job. */
export function shipmentOf(job: PrintJob, label: ShippedParcel): Shipment {
  const { ticket } = jobOfParcel(job, label)
  const { labelId: reference, lengthIn, widthIn, heightIn, weightOz } = label
  const { destination, shipFrom } = ticket
  if (shipFrom === undefined) throw new Error('a label was requested for a job without a sender')
  const declared = declarationOf(ticket, label.copies)
  return {
    reference,
    from: addressOf(shipFrom),
    to: addressOf(destination),
    parcel: { lengthIn, widthIn, heightIn, weightOz },
    customs:
      declared === null
        ? null
        : {
            signer: shipFrom.name,
            items: declared.lines.map(({ quantity, value, weightGrams, hsCode }) => ({
              // Titles may be longer than customs forms take.
              description: usualHsDescription,
              quantity,
              valueCents: roundedCentsOf(Number(value)),
              weightOz: weightGrams / gramsPerOunce,
              ...{ hsCode, originCountry: declared.originCountry },
            })),
          },
  }
}

function addressOf(address: TicketAddress): CarrierAddress {
  const { name, company = '', phone = '', email = '' } = address
  return { name, company, phone, email, ...carrierPlace(address) }
}
