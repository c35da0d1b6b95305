// How much of the database statements bring into memory at once.

import type { KyselyPlugin } from 'kysely'

/** For `db.withPlugin`: notes the characters of the heaviest result. */
export function weighing(): KyselyPlugin & { most: number } {
  return {
    most: 0,
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      let weight = 0
      for (const row of result.rows)
        for (const value of Object.values(row)) if (typeof value === 'string') weight += value.length
      this.most = Math.max(this.most, weight)
      return result
    },
  }
}
