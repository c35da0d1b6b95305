// The daily look for the records that prove the domains of accounts, and the emails to their owners.

import { readOwners } from '../../accounts/people/team.ts'
import { findDueProofs, type LostProof, recordProof } from '../../accounts/singleSignOn/domainProofs.ts'
import type { ReadDnsText } from '../../base/network/dnsText.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { emailRecipients } from './emailRecipients.ts'

type Deps = { transactor: Transactor; readDnsText: ReadDnsText; teamUrl: string }

/** Task `check_domains`. The DNS is asked outside of any transaction. */
export const checkDomains =
  ({ transactor, readDnsText, teamUrl }: Deps) =>
  async (now: Date): Promise<number> => {
    const due = await findDueProofs(transactor.db, now)
    const found = await Promise.all(
      due.map(({ record: { name, value } }) =>
        readDnsText(name).then(
          texts => texts.includes(value),
          () => null,
        ),
      ),
    )
    for (const [i, proof] of due.entries())
      await transact(transactor, { now, actor: 'system' }, async work => {
        const lost = await recordProof(work, proof, found[i]!)
        if (lost !== null) await notifyOwners(work, lost, teamUrl)
      })
    return due.length
  }

async function notifyOwners(work: UnitOfWork, lost: LostProof, teamUrl: string) {
  const { accountId, domain, record, endsAt } = lost
  await emailRecipients(work, await readOwners(work.tx, accountId), { accountId }, accountName => {
    const values = { accountName, domain, record, teamUrl }
    return lost.hasEnded
      ? { kind: 'domain_proof_ended', values }
      : { kind: 'domain_proof_missing', values: { ...values, endsAt } }
  })
}
