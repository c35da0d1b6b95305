// The port for sending email.

/** The name by which the HTML of a message shows its logo: `cid:` and this. */
export const logoCid = 'logo@email'

/**
 * `id` is the same for every attempt of a message, so that a receiver can recognize repetitions. `html` says the same
 * as `text`. `logo` is a PNG. `fromName` replaces the configured name of the sender; `replyTo` is where answers go
 * instead of to the sender.
 */
export type EmailMessage = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  logo: Buffer | null
  fromName: string | null
  replyTo: string | null
}

/**
 * `kept`: the message will not be sent, because there is no mail server. `refused` is permanent, such as for an unknown
 * mailbox; `unavailable` is temporary. `reason` is for the log.
 */
export type EmailOutcome =
  | { kind: 'sent' }
  | { kind: 'kept' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string }

export type Mailer = {
  /** Never throws. */
  send(message: EmailMessage): Promise<EmailOutcome>
  close(): Promise<void>
}
