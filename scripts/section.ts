// A generated section of a page that is otherwise written by hand, between two comments in the page.

import { readFileSync } from 'node:fs'

/** The text of the page with a new section between the comments `start` and `end`. */
export function withSection(page: URL, { start, end }: { start: string; end: string }, section: string): string {
  const text = readFileSync(page, 'utf8')
  return text.slice(0, text.indexOf(start) + start.length) + section + text.slice(text.indexOf(end))
}
