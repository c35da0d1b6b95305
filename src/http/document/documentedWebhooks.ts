// The webhooks of the API document: one for each kind of event, with the body that a receiver gets.

import { type TSchema, Type } from 'typebox'
import { instant } from '../../base/clock.ts'
import { lifecycle, type WebhookKind, webhookKinds } from '../../orders/lifecycle.ts'
import { eventTexts } from '../../orders/view/labels.ts'
import { sampleEvent, sampleInvoice } from '../../orders/view/sampleEvents.ts'
import { checkKind, invoiceKind } from '../../orders/view/webhookBodies.ts'
import { testBody, testKind } from '../../webhooks/testEvent.ts'
import { DocumentObject } from '../money/documents.ts'
import { Mode } from '../objects/common.ts'
import { OrderObject } from '../objects/order.ts'
import { FileCheck } from '../products/files.ts'
import { readExamples } from './examples.ts'
import { readMeanings } from './meanings.ts'
import type { Operation, Schema } from './namedSchemas.ts'

const headers = {
  'webhook-id': 'The id of the event. It stays the same however often the event is sent.',
  'webhook-timestamp': 'The time of this attempt, in seconds since 1970.',
  'webhook-signature': 'One or more signatures, separated by spaces: see Standard Webhooks 1.0.0.',
}

export function documentedWebhooks(): Record<string, { post: Operation }> {
  const ofOrders = webhookKinds.map(kind => webhook(kind, { summary: summaryOf(kind), data: OrderObject }))
  return Object.fromEntries([
    ...ofOrders,
    webhook(checkKind, { summary: 'A check of print files has finished', data: FileCheck }),
    webhook(invoiceKind, { summary: 'An invoice or a credit note was made', data: DocumentObject }),
    webhook(testKind, { summary: 'A person is testing the address', data: TestData }),
  ])
}

const TestData = Type.Object({ test: Type.Boolean(), mode: Mode, message: Type.String() }, { title: 'WebhookTestData' })

/** `summary` is the text of the screens; a program's developer reads when the event is sent. */
function webhook(kind: string, { summary, data }: { summary: string; data: TSchema }) {
  const body = Type.Object(
    {
      type: Type.Unsafe<string>({ type: 'string', enum: [kind] }),
      timestamp: Type.String({ format: 'date-time' }),
      sequence: Type.Integer({
        description: 'The number of the event within its order, from 1 without gaps; 0 if it is not about an order.',
      }),
      data,
    },
    { title: `${kind}Webhook` },
  )
  const post: Operation = {
    operationId: `receive${kind}`,
    tags: ['Webhooks'],
    summary,
    description: readMeanings().events[kind],
    security: [],
    parameters: Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: JSON.parse(JSON.stringify(body)) as Schema, example: exampleOf(kind) } },
    },
    responses: {
      '2XX': { description: 'The event has arrived. Answer within 20 seconds.' },
      '410': { description: 'The address is gone: the event is not sent again.' },
      default: { description: 'The event has not arrived: it is sent again later.' },
    },
  }
  return [kind, { post }] as const
}

const exampleAt = { mode: 'sandbox', at: instant('2026-11-22T11:41:05.798Z') } as const

/** The sample that a test event sends. */
function exampleOf(kind: string): unknown {
  if (kind === checkKind) {
    return { type: kind, timestamp: exampleAt.at.toISOString(), sequence: 1, data: readExamples().getFileCheck?.answer }
  }
  if (kind === invoiceKind) return { ...JSON.parse(sampleInvoice(exampleAt)), sequence: 1 }
  return JSON.parse(kind === testKind ? testBody(exampleAt) : sampleEvent(kind as WebhookKind, exampleAt))
}

/** The texts of the steps that emit the event. */
function summaryOf(kind: string): string {
  const edges = lifecycle.filter(({ emits }) => emits === kind)
  const texts = edges.map(({ on, to }) => {
    const fitting = eventTexts.filter(text => text.on === on)
    return (fitting.find(({ status }) => status === to) ?? fitting.find(({ status }) => status === null))?.words ?? on
  })
  return [...new Set(texts)].join(' / ')
}
