// E-mails to the operator's own people, queued in the same transaction as what they report; those to customers are in
// letters.ts.

import { operatorAccount } from '../base/operator.ts'
import type { Letter } from '../mail/letters.ts'
import { queueMail } from '../mail/store.ts'
import type { Work } from './transition.ts'

export async function mailStaff(work: Work, letters: (Letter & { recipient: string })[]): Promise<void> {
  if (letters.length === 0) return
  const mails = letters.map(letter => ({ accountId: operatorAccount, emailId: work.newId('eml'), ...letter }))
  await queueMail(work.tx, mails, work.now)
  work.wake('send_mail', work.now)
}
