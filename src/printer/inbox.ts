// The messages that a printer's own system posts to the service, in its protocol. One route serves all printers; the
// adapter authenticates the sender, translates the messages, and writes the reply.

import type { MessageVerdict } from './messageStore.ts'
import type { PrinterMessage } from './printer.ts'

/** A request of a printer's system. Header names are in lower case. */
export type PostedRequest = {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  now: Date
}

/** The result of one message; null when the printer was never given the job. */
export type MessageResult = { verdict: MessageVerdict; why: string | null; incomplete: boolean } | null

export type Reply = { status: number; contentType: string; body: string }

/** A message about a job, in the terms of the port. */
export type JobMessage = { jobId: string; message: PrinterMessage }

/**
 * `unreadable` and `empty` requests are authenticated but contain no message about a job. An `unreadable` request is
 * the sender's mistake.
 */
export type InboxResult =
  | { kind: 'unauthenticated'; reply: Reply }
  | { kind: 'unreadable'; reply: Reply }
  | { kind: 'empty'; reply: Reply }
  | { kind: 'messages'; messages: JobMessage[]; replyTo(results: MessageResult[]): Reply }

/** The headers do not authenticate the sender, but the body may. Parsing it is work for an unknown sender. */
export type UnopenedRequest = { kind: 'unopened'; open(): InboxResult }

/** An unauthenticated request costs no more than reading its headers and one digest of its body. */
export type Inbox = { receive(request: PostedRequest): InboxResult | UnopenedRequest }
