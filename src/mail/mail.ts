// E-mail as the rest of the service sees it: a message is sent, or there is a reason why not.

/** `id` is the same for every attempt of one message, so that a receiver can recognise repetitions. */
export type Message = { id: string; to: string; subject: string; text: string }

/**
 * `kept` was sent to nobody and never will be, because there is no mail server. `refused` is permanent (no such
 * mailbox); `unavailable` may pass. `reason` is for the log.
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
