// Sends email by SMTP. A 5xx answer about a recipient or a message is permanent; other failures are temporary.

import { createTransport } from 'nodemailer'
import { minute, second } from '../base/clock.ts'
import { type EmailOutcome, logoCid, type Mailer } from './mailer.ts'

const connectMs = 10 * second
/** The time without a byte from the server, at any point of the conversation. */
const silenceMs = 30 * second
/** For a message with its wait for a connection: a server that sends bytes forever is never silent. */
const deliveryMs = 2 * minute
const maxConnections = 5

export type SmtpOptions = {
  /** smtp://user:password@host:587 or smtps://...; nodemailer's query parameters are supported. */
  url: string
  from: string
  timeouts?: { connectMs: number; silenceMs: number; deliveryMs: number }
}

/** `verify` connects and signs in without sending, and rejects when that fails. */
export type SmtpMailer = Mailer & { verify(): Promise<void> }

export function smtpMailer({ url, from, timeouts = { connectMs, silenceMs, deliveryMs } }: SmtpOptions): SmtpMailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const address = from.includes('<') ? from.slice(from.lastIndexOf('<') + 1, from.lastIndexOf('>')) : from
  const domain = from.match(/@([^>\s]+)/)?.[1] ?? 'localhost'

  return {
    async send({ id, to, subject, text, html, logo, fromName, replyTo }) {
      try {
        await transport.sendMail({
          from: fromName === null ? from : { name: fromName, address },
          ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
          to: { name: '', address: to }, // a bare string would be parsed as a list of addresses
          subject,
          text,
          html,
          attachments: logo === null ? [] : [{ filename: 'logo.png', content: logo, cid: logoCid }],
          messageId: `<${id}@${domain}>`,
          signal: AbortSignal.timeout(timeouts.deliveryMs),
        })
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    async verify() {
      await transport.verify()
    },
    async close() {
      transport.close()
    },
  }
}

function outcomeOf(error: unknown): EmailOutcome {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const reason = [code, command, responseCode].filter(part => part !== undefined).join(' ') || 'unknown'
  // A refused sign-in or sender is the operator's mistake, not the message's.
  const isAboutMessage = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  const isPermanent = isAboutMessage && (responseCode ?? 0) >= 500
  return { kind: isPermanent || code === 'ENOENVELOPE' ? 'refused' : 'unavailable', reason }
}
