// The restrictions of a key: the scopes that its program needs, and the addresses that it may come from. A key
// without restrictions may send every request of its account and mode.

import type { BlockList } from 'node:net'
import { hasAddress, isSubnet, subnets } from '../../base/network/addresses.ts'

const resources = ['orders', 'products', 'files', 'webhooks', 'sandbox'] as const
const actions = ['read', 'write'] as const

/** `orders:write` includes `orders:read`. Programs read charges and invoices, and pay nothing. */
export type Scope = `${(typeof resources)[number]}:${(typeof actions)[number]}` | 'billing:read'

export const scopes: readonly Scope[] = [
  ...resources.flatMap(resource => actions.map(action => `${resource}:${action}` as const)),
  'billing:read',
]

/** `scopes` null: all scopes. `addresses` null: from everywhere; else addresses and subnets in CIDR form. */
export type Restrictions = { scopes: Scope[] | null; addresses: string[] | null }

export const noRestrictions: Restrictions = { scopes: null, addresses: null }

export const maxAddresses = 20

export const isRestricted = ({ scopes, addresses }: Restrictions): boolean => scopes !== null || addresses !== null

export const hasScope = ({ scopes }: { scopes: readonly Scope[] | null }, scope: Scope): boolean =>
  scopes === null || scopes.includes(scope) || scopes.includes(scope.replace(/read$/, 'write') as Scope)

export const isAddressOrSubnet = isSubnet

/** A list is made once for each cached key. */
const lists = new WeakMap<string[], BlockList>()

export function mayComeFrom({ addresses }: Restrictions, address: string): boolean {
  if (addresses === null) return true
  let list = lists.get(addresses)
  if (list === undefined) {
    list = subnets(addresses)
    lists.set(addresses, list)
  }
  return hasAddress(list, address)
}
