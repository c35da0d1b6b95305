// The table of events in docs/webhooks.md.

import { readMeanings } from '../src/http/document/meanings.ts'
import { withSection } from './section.ts'

export const webhooksFile = new URL('../docs/webhooks.md', import.meta.url)

const events = { start: '<!-- events:start (npm run docs) -->\n', end: '<!-- events:end -->' }

export function webhooksText(): string {
  const rows = Object.entries(readMeanings().events).map(([event, meaning]) => `| \`${event}\` | ${meaning} |`)
  return withSection(webhooksFile, events, `| event | when it is sent |\n|---|---|\n${rows.join('\n')}\n`)
}
