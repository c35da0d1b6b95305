// Shipping labels at the press desk: the parcels of a job, the purchase of their labels, and their files.

import { Type } from 'typebox'
import { dayIn } from '../../base/clock.ts'
import { dollarsOrNull } from '../../base/money.ts'
import { labelFormats } from '../../carriers/carrier.ts'
import { type Label, labelStatuses } from '../../carriers/labelStore.ts'
import {
  buyLabel,
  labelFile,
  type ParcelsOfJob,
  parcelInvoice,
  readParcels,
  voidLabel,
} from '../../features/printing/labels.ts'
import { scaleOunces } from '../../features/printing/parcelPlan.ts'
import { findPrinterJob } from '../../features/printing/receiveMessages.ts'
import { Closed, Dollars, Instant, nullable, oneOf, Pdf, Text } from '../objects/common.ts'
import { type Route, route, tagged } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'
import type { Services } from '../server/services.ts'
import { pressDesksOf, pressTag } from './job.ts'
import { paperOf } from './tickets.ts'

const maxParcel = 200
/** Of the heaviest freight that a label is bought for. */
const maxWeightOunces = 2400

const Ounces = Type.Number({ description: 'Ounces.' })
const ParcelNumber = Type.Integer({ minimum: 1, maximum: maxParcel, description: 'Its number in the job, from 1.' })
export const LabelObject = Type.Object(
  {
    labelId: Type.String(),
    parcel: ParcelNumber,
    status: oneOf(labelStatuses, {
      description:
        '`requested`: the carrier has not answered yet, and is asked again. `void_requested`: it decides whether it takes the label back. `not_refunded`: it does not, and keeps the money. `failed`: it sold none; `problem` says why.',
    }),
    box: Type.String(),
    weightOunces: Ounces,
    carrier: nullable(Type.String()),
    service: nullable(Type.String()),
    trackingNumber: nullable(Type.String()),
    cost: nullable(Dollars),
    problem: nullable(Type.String({ description: "The carrier's words about its last refusal." })),
    requestedAt: Instant,
    resends: nullable(
      Type.String({ description: 'The number of the returned parcel whose books it sends again. Null for others.' }),
    ),
  },
  { $id: 'ShippingLabel' },
)
const Parcels = Type.Object(
  {
    sellsLabels: Type.Boolean({ description: 'False: labels are made elsewhere, and their numbers are entered.' }),
    isSample: Type.Boolean({ description: 'The labels are marked VOID SAMPLE, and no carrier takes them.' }),
    boxes: Type.Array(Type.String(), { description: "The operator's boxes." }),
    parcels: Type.Array(
      Type.Object({
        parcel: ParcelNumber,
        box: Type.String(),
        copies: Type.Array(Type.Integer(), { description: 'Of each item of the job, in order.' }),
        weightOunces: Ounces,
        minOunces: Type.Number({ description: 'A scale that shows less than this misses something.' }),
        maxOunces: Type.Number({ description: 'A scale that shows more than this has something too much.' }),
      }),
      {
        description:
          'Those with a label, and the rest of the books in the smallest boxes that hold them; empty if no box does.',
      },
    ),
    labels: Type.Array(LabelObject),
  },
  { $id: 'JobParcels' },
)

const Purchase = Closed({
  parcel: ParcelNumber,
  box: Type.Optional(Text(100, { description: "One of the operator's boxes; by default the planned box." })),
  copies: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0 }), {
      maxItems: 500,
      description:
        'Of each item of the job, in order, if you packed other books than planned. The rest of the books is planned again.',
    }),
  ),
  weightOunces: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: maxWeightOunces,
      description:
        "The scale's weight; by default the computed weight. Required of a parcel whose books are not known.",
    }),
  ),
  acceptWeight: Type.Optional(
    Type.Boolean({ description: 'The books were checked, although the scale differs from the computed weight.' }),
  ),
})

export const pressLabelRoutes = tagged(pressTag, (services: Services): Route[] => [
  ...parcelRoutes(services),
  ...labelRoutes(services),
])

function parcelRoutes({ db, fulfillment, labelDeps }: Services): Route[] {
  const desksOf = pressDesksOf(fulfillment)
  return [
    route({
      method: 'GET',
      path: '/press/jobs/:jobId/labels',
      operationId: 'listJobLabels',
      summary: 'Read the parcels of a job and their shipping labels',
      answer: Parcels,
      async handle({ caller, params: { jobId } }) {
        const job = await findPrinterJob(db, desksOf(caller), jobId)
        return parcelsJson(await readParcels(labelDeps, job))
      },
    }),
    route({
      method: 'POST',
      path: '/press/jobs/:jobId/labels',
      operationId: 'buyJobLabel',
      summary: 'Buy the shipping label of a parcel',
      description:
        'By the cheapest service that keeps the days of the class that was sold. A parcel has one label: repeating the request returns it. A weight that a missing or wrong book would explain is refused before anything is bought, unless `acceptWeight` is true. Then ship the job with the tracking number.',
      body: Purchase,
      answer: LabelObject,
      refuses: ['wrong_state'],
      async handle({ caller, params: { jobId }, body }) {
        const job = await findPrinterJob(db, desksOf(caller), jobId)
        const { parcel, box = null, copies = null, weightOunces: weightOz = null, acceptWeight = false } = body
        return labelJson(await buyLabel(labelDeps, job, { parcel, box, copies, weightOz, acceptWeight }, caller.actor))
      },
    }),
  ]
}

function labelRoutes(services: Services): Route[] {
  const { db, fulfillment, labelDeps } = services
  const desksOf = pressDesksOf(fulfillment)
  return [
    route({
      method: 'POST',
      path: '/press/jobs/:jobId/labels/:labelId/void',
      operationId: 'voidJobLabel',
      summary: 'Give a shipping label back',
      description:
        'Before it is used. While the carrier decides, and also if it keeps the money, the parcel may have another label. The label of a parcel that was reported is refused. Repeating is safe.',
      answer: LabelObject,
      refuses: ['wrong_state'],
      async handle({ caller, params: { jobId, labelId } }) {
        const job = await findPrinterJob(db, desksOf(caller), jobId)
        return labelJson(await voidLabel(labelDeps, job, labelId, caller.actor))
      },
    }),
    route({
      method: 'GET',
      path: '/press/jobs/:jobId/labels/:labelId/file',
      operationId: 'downloadJobLabel',
      summary: 'Download a shipping label, 4 x 6 in',
      description: 'As PDF, or as ZPL for label printers, whose type is `application/zpl`.',
      query: Closed({ format: oneOf(labelFormats, { default: 'PDF' }) }),
      answerType: 'application/pdf',
      answer: Pdf,
      refuses: ['wrong_state', 'recipient_forgotten', 'overloaded'],
      async handle({ caller, params: { jobId, labelId }, query: { format }, reply }) {
        const job = await findPrinterJob(db, desksOf(caller), jobId)
        const bytes = await labelFile(labelDeps, job, labelId, format)
        return sendFile(reply, `label-${labelId}.${format.toLowerCase()}`, bytes)
      },
    }),
    route({
      method: 'GET',
      path: '/press/jobs/:jobId/labels/:labelId/invoice',
      operationId: 'downloadCommercialInvoice',
      summary: 'Download the commercial invoice of a parcel that passes customs',
      description: 'To Canada, Puerto Rico and the US territories. It declares only the books of its parcel.',
      answerType: 'application/pdf',
      answer: Pdf,
      refuses: ['wrong_state', 'recipient_forgotten'],
      async handle({ caller, params: { jobId, labelId }, reply }) {
        const job = await findPrinterJob(db, desksOf(caller), jobId)
        const { label, declaration, job: sent } = await parcelInvoice(labelDeps, job, labelId)
        const { commercialInvoicePdf } = await import('../../printer/commercialInvoicePdf.ts') // draws with a large package
        const { parcel, trackingNumber, carrier, boughtAt } = label
        const rule = fulfillment.printerConfig.printers.find(({ name }) => name === job.printer)
        const on = dayIn(boughtAt!, rule?.cutOff.timeZone ?? 'UTC').toString()
        const bytes = await commercialInvoicePdf(
          sent,
          { parcel, trackingNumber: trackingNumber!, carrier: carrier!, on, declaration },
          paperOf(services, job),
        )
        return sendFile(reply, `invoice-${labelId}.pdf`, bytes)
      },
    }),
  ]
}

const parcelsJson = ({ carrier, boxes, plan, labels }: ParcelsOfJob) => ({
  sellsLabels: carrier !== null,
  isSample: carrier === 'simulated',
  boxes: boxes.map(({ name }) => name),
  parcels: (plan ?? []).map(({ parcel, box, copies, ounces, weight }) => ({
    ...{ parcel, box: box.name, copies },
    ...{ weightOunces: scaleOunces(ounces), minOunces: weight.min, maxOunces: weight.max },
  })),
  labels: labels.map(labelJson),
})

export const labelJson = ({ labelId, parcel, status, box, weightOz, carrier, service, ...label }: Label) => ({
  ...{ labelId, parcel, status, box, weightOunces: scaleOunces(weightOz), carrier, service },
  ...{ trackingNumber: label.trackingNumber, cost: dollarsOrNull(label.costCents), problem: label.problem },
  resends: label.resends,
  requestedAt: label.requestedAt,
})
