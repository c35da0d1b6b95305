// A page as HTML. It has no inline script or style, so the strict policy of the service holds. Everything can be read
// without scripts: snippets of several languages then stand one under the other.

import { Marked, type Tokens } from 'marked'
import { type Audience, addressOfPart } from '../src/http/document/documentParts.ts'
import { highlighted } from './highlight.ts'
import { addressOf, mayRead, movedSections, type Page } from './pages.ts'

/** The address in the Markdown that the service replaces with its own. */
export const exampleOrigin = 'https://print.example'

type Assets = { script: string; style: string; search: string }

const languages: Record<string, string> = { sh: 'curl', ts: 'TypeScript', python: 'Python' }

/** One page; `pages` are all of them, for the menu and the links. */
export function htmlOf(page: Page, pages: Page[], assets: Assets): string {
  const { body, headings } = bodyOf(page, pages)
  const isLong = headings.filter(({ depth }) => depth === 2).length > 2
  const beside = page.beside === undefined ? null : bodyOf({ ...page, markdown: page.beside }, pages).body
  const contents = headings.filter(({ depth }) => depth === 2).map(({ id, text }) => `<li><a href="#${id}">${text}</a>`)
  const markdown = markdownAddressOf(page)
  return `<!doctype html>
<html lang="en" data-search="${assets.search}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(page.about)}">
<title>${escapeHtml(page.title)} · Octavo</title>
<link rel="stylesheet" href="${assets.style}">
${page.section === '' ? '' : `<link rel="alternate" type="text/markdown" href="${markdown}">`}
<script type="module" src="${assets.script}" blocking="render"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="brand" href="/docs">Octavo <span>Docs</span></a>
<a class="to-menu" href="#menu">Menu</a>
<div id="search"></div>
<a class="to-dashboard" href="/dashboard">Dashboard</a>
</header>
<div class="columns${beside === null ? '' : ' wide'}">
<main id="main"${beside === null ? '' : ' class="fields"'}>
${body}${movedFrom(page, pages)}${stepsOf(page, pages)}
${page.section === '' ? '' : `<footer><a href="${markdown}">This page as Markdown</a></footer>`}
</main>
${beside !== null ? `<aside class="beside" aria-label="Example">\n${beside}</aside>` : isLong ? `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${contents.join('')}</ul></nav>` : ''}
<nav id="menu" class="menu" aria-label="Pages">
${menuOf(page, pages)}
</nav>
</div>
</body>
</html>
`
}

/** Where the sections are that this page had. The script opens the one whose old address was opened. */
function movedFrom(page: Page, pages: Page[]): string {
  const rows = Object.entries(movedSections[page.path] ?? {}).flatMap(([path, anchors]) => {
    const target = pages.find(one => one.path === path)!
    const { headings } = bodyOf(target, pages)
    return anchors.map(anchor => {
      const { text } = headings.find(({ id }) => id === anchor)!
      return `<li id="${anchor}"><a href="${addressOf(target)}#${anchor}">${text}</a>`
    })
  })
  if (rows.length === 0) return ''
  return `<nav class="moved" aria-label="On other pages"><h2>On other pages</h2><ul>${rows.join('')}</ul></nav>`
}

/** The pages before and after this one. */
function stepsOf(page: Page, pages: Page[]): string {
  const row = pages.filter(one => one.audience === page.audience && one.group === page.group)
  const at = row.indexOf(page)
  const step = (one: Page | undefined, label: string) =>
    one === undefined
      ? ''
      : `<a rel="${label}" href="${addressOf(one)}"><span>${label === 'prev' ? 'Previous' : 'Next'}</span> ${escapeHtml(one.title)}</a>`
  if (at === -1) return ''
  return `<nav class="steps" aria-label="Neighbors">${step(row[at - 1], 'prev')}${step(row[at + 1], 'next')}</nav>`
}

function menuOf(current: Page, pages: Page[]): string {
  const seen = pages.filter(page => mayRead(current.audience, page))
  const sections = Map.groupBy(seen, ({ section }) => section)
  const texts = [...sections].map(([section, inSection]) => {
    const isOpen = ({ group }: Page) => group === undefined || group === current.path || group === current.group
    const rows = inSection.filter(isOpen).map(page => {
      const mark = (page === current ? ' aria-current="page"' : '') + (page.group === undefined ? '' : ' class="part"')
      return `<li><a href="${addressOf(page)}"${mark}>${escapeHtml(page.title)}</a>`
    })
    return `<h2>${escapeHtml(section)}</h2><ul>${rows.join('')}</ul>`
  })
  const doors: [Audience, string][] = [
    ['dashboard', 'The dashboard’s API'],
    ['press', 'For printers'],
    ['staff', 'For staff'],
  ]
  const others = doors
    .filter(([audience]) => !mayRead(current.audience, { audience }))
    .map(
      ([audience, text]) => `<li><a href="${addressOf(pages.find(page => page.audience === audience)!)}">${text}</a>`,
    )
  const signedIn = others.length === 0 ? '' : `<h2>After signing in</h2><ul>${others.join('')}</ul>`
  return `${texts.join('\n')}\n${signedIn}`
}

type Heading = { id: string; depth: number; text: string; plain: string }

/** The text of a page, with the headings that links lead to. */
export function bodyOf(page: Page, pages: Page[]): { body: string; headings: Heading[] } {
  const headings: Heading[] = []
  const ids = new Map<string, number>()
  const codes = new Set<string>()
  /** A row about a code, such as `order_not_found`, has its anchor: the type of a problem leads to it. */
  function anchorOfRow({ header: [kind] }: Tokens.Table, [first]: Tokens.TableCell[]): string {
    const [, code] = /^`([a-z_]+)`$/.exec(first?.text ?? '') ?? []
    if (!kind?.text.startsWith('code') || code === undefined || codes.has(code)) return ''
    codes.add(code)
    return ` id="${code}"`
  }
  /** In a table of events, the name of each leads to its body in the reference. */
  function withEventLink({ header }: Tokens.Table, { text }: Tokens.TableCell, shown: string): string {
    if (header[0]?.text !== 'event') return shown
    const target = pages.find(one => one.group === 'reference/events' && `\`${one.title}\`` === text)
    return target === undefined ? shown : `<a href="${addressOf(target)}">${shown}</a>`
  }
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: source }) {
        const text = this.parser.parseInline(tokens)
        const plain = source.replaceAll('`', '')
        const base = anchorOf(source)
        const times = ids.get(base) ?? 0
        ids.set(base, times + 1)
        const id = times === 0 ? base : `${base}-${times}`
        headings.push({ id, depth, text, plain })
        return `<h${depth} id="${id}">${text}</h${depth}>\n`
      },
      code({ text, lang = '' }) {
        if (lang === 'mermaid') return '' // the tables below it say the same
        const name = languages[lang]
        const label = name === undefined ? '' : ` data-language="${name}"`
        return `<pre${label} tabindex="0"><code>${highlighted(text, lang, escapeHtml)}</code></pre>\n`
      },
      listitem({ tokens }) {
        const inside = tokens.findIndex(({ type }) => type === 'list')
        if (page.file !== null || inside === -1) return false
        const fields = (tokens[inside] as Tokens.List).items.length
        const [own, nested] = [tokens.slice(0, inside), tokens.slice(inside)].map(some => this.parser.parse(some))
        return `<li>${own}<details><summary>${fields} ${fields === 1 ? 'field' : 'fields'}</summary>${nested}</details></li>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const target = targetOf(href, page, pages)
        return target === null ? text : `<a href="${escapeHtml(target)}">${text}</a>`
      },
      table(token: Tokens.Table) {
        const cells = (tag: string, row: Tokens.TableCell[]) =>
          row
            .map(cell => withEventLink(token, cell, this.parser.parseInline(cell.tokens)))
            .map(text => (tag === 'th' && text === '' ? '<td></td>' : `<${tag}>${text}</${tag}>`))
            .join('')
        const rows = token.rows.map(row => `<tr${anchorOfRow(token, row)}>${cells('td', row)}</tr>`).join('\n')
        return `<div class="table" role="group" aria-label="Table" tabindex="0"><table>
<thead><tr>${cells('th', token.header)}</tr></thead>
<tbody>${rows}</tbody></table></div>\n`
      },
    },
  })
  return { body: marked.parse(page.markdown, { async: false }), headings }
}

/** The Markdown of a page, whose links lead to the Markdown of other pages, wherever the text is copied to. */
export const markdownOf = (page: Page, pages: Page[]): string =>
  `${page.markdown}${page.beside === undefined ? '' : `\n${page.beside}\n`}`.replaceAll(
    /^```[\s\S]*?^```$|!?\[([^\]]*)\]\(([^)\s]+)\)/gm,
    (whole, text?: string, href = '') => {
      if (text === undefined) return whole
      const target = targetOf(href, page, pages)
      if (target === null) return text
      const [path = '', anchor] = target.split('#')
      const other = pages.find(one => addressOf(one) === path)
      if (other === undefined) return `[${text}](${target.startsWith('/') ? exampleOrigin : ''}${target})`
      return `[${text}](${exampleOrigin}${markdownAddressOf(other)}${anchor === undefined ? '' : `#${anchor}`})`
    },
  )

export const markdownAddressOf = ({ path }: Pick<Page, 'path'>) => `/docs/${path === '' ? 'index' : path}.md`

/** As the pages of a repository name headings: small letters, hyphens for spaces, no other signs. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** The address of a link on the site; null where its reader has no such page. */
function targetOf(href: string, page: Page, pages: Page[]): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  if (page.file === null) return null
  const { pathname, hash } = new URL(href, `file:///${page.file}`)
  if (pathname === '/docs/openapi.json') return addressOfPart[page.audience]
  const target = pages.find(({ file }) => `/${file}` === pathname)
  return target === undefined || !mayRead(page.audience, target) ? null : `${addressOf(target)}${hash}`
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
