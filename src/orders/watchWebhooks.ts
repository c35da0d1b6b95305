// Holders of accounts whose webhooks do not arrive are told by mail.

import type { Log } from '../base/log.ts'
import { raiseAlarms } from '../webhooks/failing.ts'
import { tellOfFailingWebhooks } from './letters.ts'
import { inOneWork, type Shell } from './work.ts'

/** Task `watch_webhooks`. `webhooksUrl` is the page of a production account's deliveries. */
export const watchWebhooks =
  ({ shell, log, webhooksUrl }: { shell: Shell; log: Log; webhooksUrl: string }) =>
  (now: Date): Promise<number> =>
    inOneWork(shell, { now, actor: 'system' }, async work => {
      const alarms = await raiseAlarms(work.tx, now)
      for (const alarm of alarms) {
        await tellOfFailingWebhooks(work, alarm, webhooksUrl)
        const { accountId, since, failure } = alarm
        log.warn({ accountId, since, failure }, 'the webhooks of an account do not arrive')
      }
      return alarms.length
    })
