// The documentation site as files of the build: each page as HTML and as Markdown, llms.txt, and an index for the
// search. src/http/document/site.ts serves them.

import { readFileSync } from 'node:fs'
import type { Example } from '../src/http/document/examples.ts'
import type { Part } from '../web/docs/search.ts'
import type { ApiDocument } from './apiDocument.ts'
import { addressOf, type Page, writtenPages } from './pages.ts'
import { referencePages } from './reference.ts'
import { anchorOf, exampleOrigin, htmlOf, markdownAddressOf, markdownOf } from './render.ts'

/** The address in the API document that the build makes. */
const documentOrigin = 'http://127.0.0.1:3000'
/** The address in the recorded examples. */
const ownOrigin = 'https://octavo.example'

export function sitePages(root: URL): Page[] {
  const document = readFileSync(new URL('docs/openapi.json', root), 'utf8').replaceAll(documentOrigin, exampleOrigin)
  const examples = readFileSync(new URL('src/http/document/examples.json', root), 'utf8').replaceAll(
    ownOrigin,
    exampleOrigin,
  )
  return [
    ...writtenPages(root),
    ...referencePages(JSON.parse(document) as ApiDocument, JSON.parse(examples) as Record<string, Example>),
  ]
}

/** The name of a page's files. */
const nameOf = ({ path }: Page) => (path === '' ? 'index' : path)

export function siteFiles(pages: Page[], assets: { script: string; style: string; search: string }) {
  return [
    ...pages.flatMap(page => [
      { name: `${nameOf(page)}.html`, text: htmlOf(page, pages, assets) },
      { name: `${nameOf(page)}.md`, text: markdownOf(page, pages) },
    ]),
    { name: '_404.html', text: htmlOf(missingPage, pages, assets) },
    { name: 'llms.txt', text: llmsText(pages) },
  ]
}

/** In place of a page that is not there. */
const missingPage: Page = {
  audience: 'customers',
  section: '',
  path: '_404',
  title: 'Page not found',
  about: 'There is no page at this address',
  file: null,
  markdown: '# Page not found\n\nThere is no page at this address. Search, or begin with the [overview](/docs).\n',
}

function llmsText(pages: Page[]): string {
  const open = pages.filter(({ audience }) => audience === 'customers')
  const sections = [...Map.groupBy(open, ({ section }) => section)].map(([section, inSection]) =>
    [
      `## ${section}\n`,
      ...inSection.map(page => `- [${page.title}](${exampleOrigin}${markdownAddressOf(page)}): ${page.about}`),
    ].join('\n'),
  )
  return [
    '# Octavo',
    '> An HTTP API that takes orders for printed books, prints them on demand and ships them. The API document is at ' +
      `${exampleOrigin}/openapi.json.`,
    ...sections,
  ].join('\n\n')
}

/** Longer texts repeat themselves. */
const maxPartChars = 4000

/** The index for the search, of public pages only: a list of parts, which the browser searches itself. */
export function searchIndex(pages: Page[]): Part[] {
  return pages
    .filter(({ audience }) => audience === 'customers')
    .flatMap(page => {
      const [first = '', ...rest] = withoutExamples(page.markdown).split(/^(?=##+ )/m)
      const parts = rest.map((text): Part => {
        const [, title = '', body = ''] = /^#+ (.+)\n?([\s\S]*)$/.exec(text) ?? []
        return [`${addressOf(page)}#${anchorOf(title)}`, page.title, plain(title), plain(body)]
      })
      return [[addressOf(page), page.title, '', plain(first)] satisfies Part, ...parts]
    })
}

const withoutExamples = (markdown: string) => markdown.replaceAll(/^```\w+\n[\s\S]*?^```$/gm, '')
const plain = (markdown: string) =>
  markdown
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[#|*`[\]]+|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxPartChars)
