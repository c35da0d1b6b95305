// Mail without a mail server: each message is printed in the log, whole, so that a newcomer can follow its links.

import type { Log } from '../base/log.ts'
import type { Mail } from './mail.ts'

export function consoleMail(log: Log): Mail {
  return {
    async send({ to, subject, text }) {
      log.info({ to, subject, text }, 'mail (no SMTP_URL is set, so it is only printed here)')
      return { kind: 'sent' }
    },
    async close() {},
  }
}
