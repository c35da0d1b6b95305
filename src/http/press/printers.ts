// Where printers' own systems post what they have to say, each in its protocol: the adapter proves the sender and
// translates (printer/inbox.ts), the judge decides (orders/printing/judge.ts), and the adapter words the answer.
// Whoever is proven is never limited: a printer's system may tell of a morning's work within a second. All others of an
// address are, before anything is read or looked up for them; that nobody is proven is found out as cheaply as they
// could be turned away.

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Press } from '../../orders/printing/print.ts'
import type { Hear } from '../../orders/printing/printed.ts'
import { inboxesOf } from '../../printer/adapters.ts'
import type { Received, Reply, Sealed } from '../../printer/inbox.ts'
import { countAddress } from '../auth.ts'
import { addressGroup, type Rate, tokenBuckets } from '../limits.ts'
import { type Route, route } from '../route.ts'

export type PrinterParts = { clock: Clock; press: Press; hear: Hear; rates: { perAddress: Rate } }

const PrinterPath = Type.Object({ printer: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }) })

export function printerRoutes({ clock, press, hear, rates }: PrinterParts): Route[] {
  const inboxes = inboxesOf(press.printers)
  const strangers = tokenBuckets(rates.perAddress)
  const count = (request: FastifyRequest) => {
    const tooMany = countAddress(strangers, request)
    if (tooMany !== undefined) throw tooMany
  }

  /** Refuses what comes unproven from an address of which too much does. */
  function read(received: Received | Sealed, request: FastifyRequest): Received {
    if (received.kind !== 'unproven' && received.kind !== 'sealed') return received
    count(request)
    if (received.kind === 'unproven') return received
    const opened = received.open()
    if (opened.kind !== 'unproven') strangers.giveBack(addressGroup(request.ip))
    return opened
  }

  return [
    route({
      method: 'POST',
      path: '/printers/:printer/messages',
      callers: ['public'],
      limited: false,
      tag: 'Printers',
      summary: "Receive messages from a printer's own system",
      description:
        'In the protocol of that printer, which also authenticates the sender: see docs/printer-protocols.md. Repeating a message changes nothing.',
      params: PrinterPath,
      rawBody: true,
      answer: Type.Unknown(),
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: async ({ params: { printer }, request, reply }) => {
        const inbox = inboxes.get(printer)
        if (inbox === undefined) {
          count(request)
          throw new Refusal('not_found', `There is no printer ${printer} with a system of its own.`)
        }
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const received = read(inbox.receive({ headers: request.headers, body, now: clock() }), request)
        if (received.kind !== 'said') return send(received.reply)
        const actor = `printer ${printer}`
        const rulings = []
        // One after the other: a later message is judged by the state in which the earlier ones left the order.
        for (const { jobId, told } of received.said) {
          const heard = await hear({ jobId, told, from: [printer], actor })
          rulings.push(
            heard === null ? null : { verdict: heard.verdict, why: heard.why, incomplete: heard.problems.length > 0 },
          )
        }
        return send(received.answer(rulings))

        function send({ status, contentType, body }: Reply) {
          return reply.code(status).header('content-type', contentType).serializer(String).send(body)
        }
      },
    }),
  ]
}
