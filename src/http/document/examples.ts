// By operation: what was sent and answered in a sandbox, recorded by scripts/examples.ts.

import { readFileSync } from 'node:fs'

export type Example = { path: string; request?: unknown; answer?: unknown }

export const readExamples = (): Record<string, Example> =>
  JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'))
