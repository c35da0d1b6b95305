// The search of the documentation. It forgives: the beginning of a word is enough, typing errors are found, and a dozen
// words lead to what the pages call the same thing. Titles count more than texts, and guides more than the reference.

import MiniSearch, { type SearchResult } from 'minisearch'

/** A part of a page: its address, the titles of page and part, and its text. */
export type Part = [address: string, page: string, part: string, text: string]

/** Readers' names for things, and the words of the pages for them. */
const synonyms: Record<string, string[]> = {
  auth: ['authentication'],
  billing: ['charge', 'money'],
  canadian: ['canada'],
  decline: ['declined', 'payment_failure'],
  express: ['node'],
  go: ['going'],
  hook: ['webhook'],
  idempotent: ['idempotency'],
  invoice: ['invoiced', 'documents'],
  live: ['production'],
  paging: ['pagination'],
  rate: ['429', 'requests'],
  schedule: ['after'],
  scope: ['authentication', 'scopes'],
  sdk: ['client'],
  signature: ['verifying', 'signed'],
  sso: ['sign-on'],
  test: ['sandbox'],
  throttling: ['429'],
  simulation: ['simulate'],
  timeout: ['timed'],
  token: ['key', 'authentication'],
  upload: ['uploading'],
  verify: ['verifying'],
}
const empty = new Set(
  'a an and are at can do does for from get how i in is it my of on or out the their to what when where which who why with'.split(
    ' ',
  ),
)

/** One form for a word in singular and plural. */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/ies$/, 'y').replace(/(?<=[^su])s$/, '') : word.replace(/(?<=^\w{3})s$/, '')
const wordsOf = (text: string): string[] => (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).map(stem)

/** The words without those that every text has; all of them where there are no others. */
function keywordsOf(text: string): string[] {
  const words = wordsOf(text)
  const found = words.filter(word => !empty.has(word))
  return found.length === 0 ? words : found
}

/** Answers the parts that fit a query, the best first. */
export function searcherOf(parts: Part[]): (query: string) => Part[] {
  const index = new MiniSearch({
    fields: ['title', 'page', 'text'],
    tokenize: wordsOf,
    processTerm: term => term,
    storeFields: ['title'],
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: term => term.length > 1,
      fuzzy: term => (term.length > 4 ? 0.25 : false),
      weights: { prefix: 0.5, fuzzy: 0.2 },
      boostDocument: id => boostOf(parts[id]!),
    },
  })
  index.addAll(parts.map(([, page, part, text], id) => ({ id, title: part || page, page, text })))
  return query => {
    const keywords = keywordsOf(query)
    const queries = keywords.map(word => ({
      combineWith: 'OR' as const,
      queries: [word, ...(synonyms[word] ?? []).map(stem)],
    }))
    const all = index.search({ combineWith: 'AND', queries })
    const found = all.length > 0 ? all : index.search({ combineWith: 'OR', queries })
    const isTitle = ({ title }: SearchResult) => keywordsOf(title).join() === keywords.join()
    return found.toSorted((a, b) => Number(isTitle(b)) - Number(isTitle(a))).map(({ id }) => parts[id]!)
  }
}

/** A page before its parts, a guide before the reference, and what was new last. */
function boostOf([address, , part]: Part): number {
  const kind = address.startsWith('/docs/reference/')
    ? 0.4
    : /^\/docs\/(?:changelog|emails|preflight)/.test(address)
      ? 0.5
      : 1
  return part === '' ? kind * 1.3 : kind
}
