// Holders of accounts are told by mail of keys that end soon.

import { takeEndingKeys } from '../accounts/endingKeys.ts'
import { tellOfEndingKey } from './letters.ts'
import { inOneWork, type Shell } from './work.ts'

/** Task `watch_keys`. `keysUrl` is the page of a production account's keys. */
export const watchKeys =
  ({ shell, keysUrl }: { shell: Shell; keysUrl: string }) =>
  (now: Date): Promise<number> =>
    inOneWork(shell, { now, actor: 'system' }, async work => {
      const { looked, ending } = await takeEndingKeys(work.tx, now)
      for (const key of ending) await tellOfEndingKey(work, key, keysUrl)
      return looked
    })
