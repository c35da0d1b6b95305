// The mailer without a mail server. Outside production it logs the whole email, so that a newcomer can follow its
// links. In production it logs only the subject, because more people read the log than the email, and links can set a
// password. The outcome is `kept`, not `sent`.

import type { Log } from '../base/log.ts'
import type { Mailer } from './mailer.ts'

export function consoleMailer(log: Log, { prints }: { prints: 'whole emails' | 'subjects' }): Mailer {
  return {
    async send({ id, to, subject, text }) {
      if (prints === 'subjects') log.warn({ emailId: id, subject }, 'mail not sent: no SMTP_URL is set')
      else log.info({ to, subject }, `mail, printed here because no SMTP_URL is set\n\n${text}`)
      return { kind: 'kept' }
    },
    async close() {},
  }
}
