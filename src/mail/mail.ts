// E-mail as the rest of the service sees it: a message goes out, or there is a reason why not.

/** `id` is the same each time one message is tried, so that a receiver can tell a repetition. */
export type Message = { id: string; to: string; subject: string; text: string }

/**
 * `kept` went to nobody, and never will: there is no mail server. `refused` is for good (no such mailbox); `unavailable` may
 * pass. `reason` is for the log.
 */
export type MailOutcome =
  | { kind: 'sent' }
  | { kind: 'kept' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string }

export type Mail = {
  /** Never throws. */
  send(message: Message): Promise<MailOutcome>
  close(): Promise<void>
}
