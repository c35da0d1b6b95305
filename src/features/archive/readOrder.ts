// An order from the tables or, if it is not there, from the archive.

import type { Db } from '../../db/db.ts'
import type { Order } from '../../orders/order.ts'
import { findOrder, findOrderInAnyMode, type NamedOrder } from '../../orders/orderStore.ts'
import type { Archive, ArchivedOrder } from './archive.ts'

type Sources = { db: Db; archive: Pick<Archive, 'read'> }
/** At most one of both. */
export type FoundOrder = { stored?: Order | undefined; archived?: ArchivedOrder | undefined }

export const readOrder = ({ db, archive }: Sources, name: NamedOrder): Promise<FoundOrder> =>
  fromTablesOrArchive(
    () => findOrder(db, name),
    async () => (name.mode === 'production' ? archive.read(name) : undefined),
  )

export const readOrderInAnyMode = (
  { db, archive }: Sources,
  name: { accountId: string; customerOrderId: string },
): Promise<FoundOrder> =>
  fromTablesOrArchive(
    () => findOrderInAnyMode(db, name),
    () => archive.read(name),
  )

/**
 * Reads the tables again where the archive has nothing: a restore may have brought the order back between the two
 * reads.
 */
export async function fromTablesOrArchive<Stored, Archived>(
  readTables: () => Promise<Stored | undefined>,
  readArchive: () => Promise<Archived | undefined>,
): Promise<{ stored?: Stored | undefined; archived?: Archived | undefined }> {
  const stored = await readTables()
  if (stored !== undefined) return { stored }
  const archived = await readArchive()
  return archived === undefined ? { stored: await readTables() } : { archived }
}
