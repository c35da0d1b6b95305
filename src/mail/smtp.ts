// Mail by SMTP. The server's answer decides: a 5xx for a recipient or message is permanent, everything else may pass.

import { createTransport } from 'nodemailer'
import { minute, second } from '../base/clock.ts'
import type { Mail, MailOutcome } from './mail.ts'

const connectMs = 10 * second
const silenceMs = 30 * second // of the server, at any point of the conversation
/** Of one message, with its wait for a connection: a server that keeps saying something is never silent. */
const deliveryMs = 2 * minute
const mostConnections = 5

export type SmtpOptions = {
  /** smtp://user:password@host:587 or smtps://...; nodemailer's query parameters are supported. */
  url: string
  from: string
  timeouts?: { connectMs: number; silenceMs: number; deliveryMs: number }
}

export function smtpMail({ url, from, timeouts = { connectMs, silenceMs, deliveryMs } }: SmtpOptions): Mail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: mostConnections,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.match(/@([^>\s]+)/)?.[1] ?? 'localhost'

  return {
    async send({ id, to, subject, text }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to }, // a bare string would be parsed as a list of addresses
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          signal: AbortSignal.timeout(timeouts.deliveryMs),
        })
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    async close() {
      transport.close()
    },
  }
}

function outcomeOf(error: unknown): MailOutcome {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const reason = [code, command, responseCode].filter(part => part !== undefined).join(' ') || 'unknown'
  // A refused sign-in or sender is the operator's mistake, not the message's.
  const isOfMessage = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  const forGood = isOfMessage && (responseCode ?? 0) >= 500
  return { kind: forGood || code === 'ENOENVELOPE' ? 'refused' : 'unavailable', reason }
}
