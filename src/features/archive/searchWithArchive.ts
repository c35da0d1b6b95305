// The search for orders, also among archived orders, which are found by their whole identifier or number only.

import type { Db } from '../../db/db.ts'
import {
  isWholeIdentifier,
  letterCases,
  type SearchPage,
  type SearchScope,
  searchByKey,
  searchByWords,
} from '../../orders/view/searchOrders.ts'
import type { Archive } from './archive.ts'

type Parts = { db: Db; archive: Pick<Archive, 'find'> }

/** An order that has the text as its whole identifier answers alone, also an archived one. */
export async function searchWithArchive({ db, archive }: Parts, scope: SearchScope, text: string, page: SearchPage) {
  const [whole, archived] = await Promise.all([
    searchByKey(db, scope, text, page),
    findArchived({ db, archive }, scope, text, page),
  ])
  const identifiers = letterCases(text.trim())
  const isNamed = archived.some(({ customerOrderId }) => identifiers.includes(customerOrderId))
  const isFound = whole.orders.length > 0 || (isNamed && isWholeIdentifier(text))
  return { ...(isFound ? whole : await searchByWords(db, scope, text, page)), archived }
}

/** Sandbox orders are never archived. */
function findArchived({ db, archive }: Parts, scope: SearchScope, text: string, { filters }: SearchPage) {
  const [accountId, mode] = scope === 'all accounts' ? [null, filters?.mode] : [scope.accountId, scope.mode]
  return mode === 'sandbox' ? [] : archive.find(accountId, text, db)
}
