// Emails to holders of accounts whose webhooks are not delivered.

import type { Log } from '../../base/log.ts'
import { notifyEach } from '../../jobs/isolateFailures.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { claimFailingWebhooks } from '../../webhooks/failing.ts'
import { notifyOfFailingWebhook } from './accountEmails.ts'

/** Task `watch_webhooks`. `webhooksUrl` is the page of a production account's deliveries. */
export const notifyOfFailingWebhooks =
  ({ transactor, log, webhooksUrl }: { transactor: Transactor; log: Log; webhooksUrl: string }) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, async work => {
      const alarms = await claimFailingWebhooks(work.tx, now)
      for (const { accountId, since, failure } of alarms)
        log.warn({ accountId, since, failure }, 'the webhooks of an account do not arrive')
      const keyOf = ({ accountId }: { accountId: string }) => ({ accountId })
      return notifyEach(work, alarms, alarm => notifyOfFailingWebhook(work, alarm, webhooksUrl), { keyOf, log })
    })
