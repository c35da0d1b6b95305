// Measures how much of the database a statement brings into memory.

import type { KyselyPlugin } from 'kysely'

/** A plugin for `db.withPlugin` that records the size of the largest result. */
export function recordLargestResult(): KyselyPlugin & { maxChars: number } {
  return {
    maxChars: 0,
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      let chars = 0
      for (const row of result.rows)
        for (const value of Object.values(row)) if (typeof value === 'string') chars += value.length
      this.maxChars = Math.max(this.maxChars, chars)
      return result
    },
  }
}
