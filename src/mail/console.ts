// Mail without a mail server. Outside production each letter is printed in the log, whole, so that a newcomer can follow its
// links. In production a log is read by more people than the letter is for, and the link in it may set a password. Either way
// the letter is kept in its table as one that went to nobody.

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
