// Counts the blocks that a query reads in PostgreSQL.

import { type KyselyPlugin, RawNode, type RootOperationNode } from 'kysely'
import type { Db } from '../../src/db/db.ts'

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

/** Explains each statement instead of answering its rows. */
class Explainer implements KyselyPlugin {
  plan: Plan | undefined
  transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    return RawNode.create(['explain (analyze, buffers, format json) ', ''], [node])
  }
  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    const [row] = result.rows as { 'QUERY PLAN': string }[]
    this.plan = JSON.parse(row!['QUERY PLAN'])[0].Plan
    return { rows: [] }
  }
}

/** Answers how many blocks the query touches. */
export async function blocksRead(db: Db, read: (db: Db) => Promise<unknown>): Promise<number> {
  const explainer = new Explainer()
  await read(db.withPlugin(explainer))
  return explainer.plan!['Shared Hit Blocks'] + explainer.plan!['Shared Read Blocks']
}
