// The parcels of a print job: its books in the operator's boxes, and the shipment of each as a carrier wants it.

import { roundedCentsOf } from '../../base/money.ts'
import type { CarrierAddress, Shipment } from '../../carriers/carrier.ts'
import type { PrintJob, TicketAddress, TicketItem } from '../../printer/printer.ts'
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

/** Null when the boxes do not hold the books: a person chooses, or the order goes by pallet. */
export function planParcels(job: PrintJob, boxes: readonly Box[]): PlannedParcel[] | null {
  const books = booksOf(job)
  return packBooks(books, boxes)?.map((packed, i) => numbered(packed, i + 1, books)) ?? null
}

/** A planned parcel in another box, with the same books. */
export function parcelInBox(job: PrintJob, { parcel, copies }: PlannedParcel, box: Box): PlannedParcel {
  const books = booksOf(job)
  const stacks = books.map((book, i) => ({ ...book, quantity: copies[i]! }))
  return numbered(packInto(box, stacks), parcel, books)
}

function numbered(packed: PackedParcel, parcel: number, books: BookStack[]): PlannedParcel {
  const { min, max } = weightRange(packed, books)
  return { ...packed, parcel, weight: { min: scaleOunces(min), max: scaleOunces(max) } }
}

/** The shipment of a label, by the ticket of its job. */
export function shipmentOf(
  { ticket }: PrintJob,
  label: { labelId: string; lengthIn: number; widthIn: number; heightIn: number; weightOz: number },
): Shipment {
  const { labelId: reference, lengthIn, widthIn, heightIn, weightOz } = label
  const { destination, shipFrom, customs, items } = ticket
  if (shipFrom === undefined) throw new Error('a label was requested for a job without a sender')
  const originCountry = customs?.originCountry ?? shipFrom.country
  return {
    reference,
    from: addressOf(shipFrom),
    to: addressOf(destination),
    parcel: { lengthIn, widthIn, heightIn, weightOz },
    customs:
      customs == null
        ? null
        : {
            signer: shipFrom.name,
            items: customs.lines.map(({ quantity, value, weightGrams, hsCode }, i) => ({
              description: items[i]?.itemDescription ?? usualHsDescription,
              quantity,
              valueCents: roundedCentsOf(Number(value)),
              weightOz: weightGrams / gramsPerOunce,
              ...{ hsCode, originCountry },
            })),
          },
  }
}

function addressOf(address: TicketAddress): CarrierAddress {
  const { name, company = '', phone = '', email = '' } = address
  return { name, company, phone, email, ...carrierPlace(address) }
}
