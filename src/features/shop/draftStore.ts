// The shared draft of the operator's data. A save fits only the revision that its author has read, so people cannot
// overwrite a draft that they have not seen.

import { sql } from 'kysely'
import { inSlices } from '../../base/running/slices.ts'
import { parseJson } from '../../base/text/largeJson.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { OperatorContent } from './content.ts'
import { packContent, unpackContent } from './packedContent.ts'

export type StoredDraft = {
  content: OperatorContent
  /** The newest version that the author compared it with. */
  basedOn: number
  author: string
  updatedAt: Date
}

/** `revision` continues to rise without a draft, and is 0 before the first draft. */
export type DraftState = { revision: number; draft: StoredDraft | null }

export async function readDraft(db: Db | Tx): Promise<DraftState> {
  type Row = { revision: number; content: Buffer | null; basedOn: number; author: string; updatedAt: Date }
  const { rows } = await sql<Row>`
    select revision, content, based_on as "basedOn", author, updated_at as "updatedAt"
    from operator_draft`.execute(db)
  const [row] = rows
  if (row === undefined) return { revision: 0, draft: null }
  const { revision, content, ...draft } = row
  if (content === null) return { revision, draft: null }
  const json = await unpackContent(content)
  return { revision, draft: { ...draft, content: (await inSlices(parseJson(json))) as OperatorContent } }
}

export async function hasDraft(db: Db): Promise<boolean> {
  const { rows } = await sql`select from operator_draft where content is not null`.execute(db)
  return rows.length > 0
}

type Change = { revision: number; author: string; updatedAt: Date }

/** False when the stored draft has another revision. */
export const saveDraft = async (
  tx: Tx,
  change: Change,
  { content, basedOn }: Pick<StoredDraft, 'content' | 'basedOn'>,
): Promise<boolean> => write(tx, change, await packContent(content), basedOn)

/** False when the stored draft has another revision. */
export const clearDraft = (tx: Tx, change: Change): Promise<boolean> => write(tx, change, null, null)

async function write(
  tx: Tx,
  { revision, author, updatedAt }: Change,
  content: Buffer | null,
  basedOn: number | null,
): Promise<boolean> {
  const next = sql`${revision + 1}, ${basedOn}::integer, ${content}::bytea, ${author}, ${updatedAt}::timestamptz`
  const { numAffectedRows } =
    revision === 0
      ? await sql`
          insert into operator_draft (draft, revision, based_on, content, author, updated_at)
          values ('shared', ${next})
          on conflict (draft) do nothing`.execute(tx)
      : await sql`
          update operator_draft
          set (revision, based_on, content, author, updated_at) = row (${next})
          where draft = 'shared' and revision = ${revision}`.execute(tx)
  return numAffectedRows === 1n
}
