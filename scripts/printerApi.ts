// The text of docs/printer-openapi.json: the JSON protocol between Octavo and a printer's own system, from both sides, out of the
// schemas that the adapter reads with.

import { words } from '../src/printer/json/words.ts'

export const printerApiFile = new URL('../docs/printer-openapi.json', import.meta.url)

const signature = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description: 'As in Standard Webhooks 1.0.0, with the secret that both sides have.',
}))
const jobPath = { name: 'jobId', in: 'path', required: true, schema: { type: 'string' } }
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const event = (type: string, data: unknown) => ({
  type: 'object',
  required: ['type', 'data'],
  properties: { type: { const: type }, timestamp: { type: 'string', format: 'date-time' }, data },
})
const answers = {
  '2XX': { description: 'Taken. What you have to say at once may be in the body.', ...json(ref('Messages')) },
  '429': { description: 'Not taken: come again later.' },
}

export const printerApiText = (): string =>
  `${JSON.stringify(
    {
      openapi: '3.1.0',
      info: {
        title: "Octavo and a printer's own system",
        version: '1',
        description:
          "The first four paths are the printer's, below the `url` of its settings in operator/printers.json; the last one is Octavo's. " +
          'Every request is signed by whoever makes it; a GET is signed with an empty body. Every request may come again, with the same ' +
          'webhook-id: do nothing twice. Written by `npm run docs` from src/printer/json/words.ts.',
      },
      paths: {
        '/jobs': {
          post: {
            summary: 'A job for you',
            parameters: signature,
            requestBody: { required: true, ...json(event('job.submitted', ref('Job'))) },
            responses: {
              ...answers,
              '409': { description: 'You have it already; the same as taken.', ...json(ref('Messages')) },
              '422': {
                description: 'You will not make it.',
                ...json({ type: 'object', properties: { reason: { type: 'string' } } }),
              },
            },
          },
          get: {
            summary: 'Your open jobs, asked for once a day',
            parameters: [
              ...signature,
              { name: 'status', in: 'query', schema: { const: 'open' } },
              { name: 'cursor', in: 'query', schema: { type: 'string' } },
            ],
            responses: {
              '200': {
                description: 'A page of them.',
                ...json({
                  type: 'object',
                  required: ['jobs'],
                  properties: {
                    jobs: { type: 'array', items: { type: 'object', properties: { jobId: { type: 'string' } } } },
                    nextCursor: { type: ['string', 'null'] },
                  },
                }),
              },
            },
          },
        },
        '/jobs/{jobId}': {
          get: {
            summary: 'What have you to say of this job?',
            description: 'Asked every six hours of each open job. Answer all that you ever said of it.',
            parameters: [jobPath, ...signature],
            responses: { ...answers, '404': { description: 'You do not know it: it is submitted again.' } },
          },
        },
        '/jobs/{jobId}/cancellation': {
          post: {
            summary: 'Please stop this job',
            parameters: [jobPath, ...signature],
            requestBody: {
              required: true,
              ...json(
                event('job.cancellation_requested', {
                  type: 'object',
                  properties: {
                    jobId: { type: 'string' },
                    because: { enum: ['customer_cancelled', 'given_to_another_printer'] },
                  },
                }),
              ),
            },
            responses: { ...answers, '404': { description: 'You never had it; the same as to accept.' } },
          },
        },
        '/printers/{printer}/messages': {
          servers: [{ url: 'https://octavo.example', description: 'The PUBLIC_URL of the service.' }],
          post: {
            summary: 'Say something of a job',
            description: 'The webhook-id is the id of the message.',
            parameters: [
              {
                name: 'printer',
                in: 'path',
                required: true,
                schema: { type: 'string' },
                description: 'Your name there.',
              },
              ...signature,
            ],
            requestBody: { required: true, ...json(ref('Message')) },
            responses: {
              '200': { description: 'Taken: applied, repeated, or ignored because it came too late.' },
              '400': { description: 'It cannot be read, or a price is missing. The body says what is wrong.' },
              '401': { description: 'The signature is missing or wrong.' },
              '404': { description: 'You were never given such a job.' },
              '409': { description: 'It contradicts what is known. It is kept and shown to the staff.' },
            },
          },
        },
      },
      components: {
        schemas: {
          Message: { oneOf: Object.entries(words).map(([type, schema]) => event(type, schema)) },
          Messages: {
            type: 'object',
            properties: {
              messages: {
                type: 'array',
                items: {
                  allOf: [{ type: 'object', required: ['id'], properties: { id: { type: 'string' } } }, ref('Message')],
                },
              },
            },
          },
          Job: jobSchema(),
        },
      },
    },
    null,
    2,
  )}\n`

function jobSchema() {
  const text = { type: 'string' }
  const orNull = (type: string) => ({ type: [type, 'null'] })
  const file = {
    type: ['object', 'null'],
    properties: { url: text, sha256: { ...orNull('string'), description: 'Hexadecimal.' } },
  }
  const address = {
    type: 'object',
    required: ['name', 'address1', 'city', 'postal', 'country'],
    properties: Object.fromEntries(
      ['name', 'company', 'address1', 'address2', 'city', 'state', 'postal', 'country', 'phone', 'email'].map(name => [
        name,
        text,
      ]),
    ),
  }
  return {
    type: 'object',
    description: 'All that is needed to make and send an order. Fields may be added.',
    properties: {
      jobId: text,
      accountId: text,
      enterprise: {
        type: 'boolean',
        description: 'You set the prices: itemsTotal, taxesTotal, and later shippingTotal.',
      },
      dueDate: { ...orNull('string'), format: 'date', description: 'To be shipped by.' },
      createdAt: { type: 'string', format: 'date-time' },
      customerOrderId: text,
      destination: address,
      shipFrom: address,
      shippingClassification: text,
      customs: {
        type: ['object', 'null'],
        description: 'What a customs declaration asks for; null where none is passed.',
      },
      items: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            sku: text,
            manufacturingSku: text,
            quantity: { type: 'integer' },
            pageCount: { type: 'integer' },
            files: { type: 'object', properties: { cover: file, guts: file } },
            itemDescription: orNull('string'),
            retailPrice: { ...orNull('string'), description: 'Dollars for each copy, for customs.' },
            book: {
              type: 'object',
              description: 'What the catalogue says: sizes in inches, binding, paper, weight in grams.',
            },
          },
        },
      },
    },
  }
}
