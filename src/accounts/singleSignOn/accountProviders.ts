// The identity providers of accounts, opened when somebody signs in. Their addresses come from customers, so they are
// called through the guarded client.

import { LRUCache } from 'lru-cache'
import type { Outbound } from '../../base/network/outbound.ts'
import type { Vault } from '../../base/secrets/vault.ts'
import type { Db } from '../../db/db.ts'
import { type AccountProvider, readAccountProvider } from './accountSignOn.ts'
import { callbackPath, openSingleSignOn, type SingleSignOn } from './singleSignOn.ts'

/** Each remembers the addresses of its provider for an hour. */
const maxOpened = 500

type Opened = Omit<AccountProvider, 'provider'> & { provider: SingleSignOn }
export type AccountProviders = { find(accountId: string): Promise<Opened | null> }

/**
 * The address to which the provider of an account sends people back. Each account has its own: otherwise a malicious
 * provider could send people on to that of another account, and be given the code that they come back with.
 */
export const callbackOf = (publicUrl: URL, accountId: string): URL => new URL(`${callbackPath}/${accountId}`, publicUrl)

type Deps = { db: Db; vault: Vault; outbound: Pick<Outbound, 'fetch'>; publicUrl: URL }

export function openAccountProviders({ db, vault, outbound, publicUrl }: Deps): AccountProviders {
  const opened = new LRUCache<string, SingleSignOn>({ max: maxOpened })
  return {
    async find(accountId) {
      const found = await readAccountProvider({ db, vault }, accountId)
      if (found === null) return null
      const settings = JSON.stringify([accountId, found.provider])
      const provider =
        opened.get(settings) ??
        openSingleSignOn(found.provider, { redirectUri: callbackOf(publicUrl, accountId), outbound })
      opened.set(settings, provider)
      return { ...found, provider }
    },
  }
}
