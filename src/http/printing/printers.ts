// The route to which printers' own systems post messages, each in its protocol. The adapter authenticates the sender,
// translates, and writes the reply (printer/inbox.ts); features/printing/decideMessage.ts decides. Authenticated
// requests are not limited: a printer's system may report a morning's work within a second. Requests that their headers
// do not authenticate are limited per address, before anything is parsed or looked up for them.

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Refusal } from '../../base/refusal.ts'
import { tokenBuckets } from '../../base/running/tokenBuckets.ts'
import type { ReceiveMessage } from '../../features/printing/receiveMessages.ts'
import { inboxOf } from '../../printer/adapters.ts'
import type { InboxResult, MessageResult, Reply, UnopenedRequest } from '../../printer/inbox.ts'
import { countAddress } from '../server/auth.ts'
import { addressGroup } from '../server/rateLimits.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const PrinterPath = Type.Object({ printer: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }) })

export const printerRoutes = tagged('Printers', ({ clock, fulfillment, receiveMessage, rates }: Services): Route[] => {
  const addressLimits = tokenBuckets(rates.perAddress)
  const count = (request: FastifyRequest) => {
    const tooMany = countAddress(addressLimits, request)
    if (tooMany !== undefined) throw tooMany
  }

  /** Limits the requests of an address that are not authenticated. */
  function read(received: InboxResult | UnopenedRequest, request: FastifyRequest): InboxResult {
    if (received.kind !== 'unauthenticated' && received.kind !== 'unopened') return received
    count(request)
    if (received.kind === 'unauthenticated') return received
    const opened = received.open()
    if (opened.kind !== 'unauthenticated') addressLimits.giveBack(addressGroup(request.ip))
    return opened
  }

  return [
    route({
      method: 'POST',
      path: '/printers/:printer/messages',
      operationId: 'receivePrinterMessages',
      callers: ['public'],
      limited: false,
      summary: "Receive messages from a printer's own system",
      description:
        'In the protocol of that printer, which also authenticates the sender: see docs/printer-protocols.md. Repeating a message changes nothing.',
      params: PrinterPath,
      rawBody: true,
      answer: Type.Unknown(),
      refuses: ['wrong_state'],
      handle: async ({ params: { printer }, request, reply }) => {
        const inbox = inboxOf(fulfillment.printers, printer)
        if (inbox === undefined) {
          count(request)
          throw new Refusal('not_found', `There is no printer ${printer} with a system of its own.`)
        }
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const received = read(inbox.receive({ headers: request.headers, body, now: clock() }), request)
        if (received.kind !== 'messages') return send(received.reply)
        const actor = `printer ${printer}`
        const results: MessageResult[] = []
        // In order: a later message is decided in the state that the earlier messages left.
        for (const { jobId, message } of received.messages)
          results.push(resultOf(await receiveMessage({ jobId, message, printers: [printer], actor })))
        return send(received.replyTo(results))

        function send({ status, contentType, body }: Reply) {
          return reply.code(status).header('content-type', contentType).serializer(String).send(body)
        }
      },
    }),
  ]
})

const resultOf = (outcome: Awaited<ReturnType<ReceiveMessage>>): MessageResult =>
  outcome && {
    verdict: outcome.verdict,
    why: outcome.why && String(outcome.why),
    incomplete: outcome.problems.length > 0,
  }
