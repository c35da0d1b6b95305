// Mail without a mail server. Outside production the whole letter is written to the log, so that a newcomer can follow
// its links. In production only its subject is, because more people read the log than the letter, and a link in it may
// set a password. Either way the mail is stored as kept, not sent.

import type { Log } from '../base/log.ts'
import type { Mail } from './mail.ts'

export function consoleMail(log: Log, { prints }: { prints: 'whole letters' | 'subjects' }): Mail {
  return {
    async send({ id, to, subject, text }) {
      if (prints === 'subjects') log.warn({ emailId: id, subject }, 'mail not sent: no SMTP_URL is set')
      else log.info({ to, subject }, `mail, printed here because no SMTP_URL is set\n\n${text}`)
      return { kind: 'kept' }
    },
    async close() {},
  }
}
