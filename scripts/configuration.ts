// The text of docs/configuration.md, from the table of settings.

import { join } from 'node:path'
import { type Setting, settings } from '../src/config/env.ts'

export const configurationFile = join(import.meta.dirname, '..', 'docs', 'configuration.md')

export function configurationText(): string {
  const rows = Object.entries<Setting<unknown>>(settings).map(
    ([name, { expected, absentDoc, doc }]) => `| \`${name}\` | ${expected} | ${absentDoc} | ${doc} |`,
  )
  return `# Configuration

Octavo is told what to do by the environment, and starts without any of it. A value that it does not understand, or two
that contradict each other, stop the start, and everything that is wrong is listed at once.

| name | what it may be | when it is absent | what it is for |
|---|---|---|---|
${rows.join('\n')}

On the command line, \`--role api\` answers requests only, \`--role worker\` does only what is due, and \`--role all\`, the
default, does both. Any number of \`api\` and \`worker\` processes may share one \`DATABASE_URL\`.

This page is made by \`npm run docs\` from \`src/config/env.ts\`.
`
}
