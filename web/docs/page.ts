// The scripts of a page of the documentation: search, tabs for the languages of a snippet, copying, running in
// the reader's sandbox, and the choice of light or dark. Without scripts, nothing is hidden.

import { requestsOf, type Variables } from './curl.ts'
import { type Own, readOwn, runRequests, withOwn } from './run.ts'
import type { Part } from './search.ts'

const chosenLanguage = 'octavo-docs-language'
const chosenTheme = 'octavo-docs-theme'
const maxResults = 8
const maxNearPages = 5
/** The identifiers of the page's snippets: one that places an order makes a new one. */
const variables: Variables = new Map()

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, fields: Record<string, string>, text = '') {
  const element = document.createElement(name)
  for (const [field, value] of Object.entries(fields)) element.setAttribute(field, value)
  element.textContent = text
  return element
}

/** Each block of code can be copied. Those that follow each other in different languages show one at a time. */
function groupSnippets(): void {
  for (const first of document.querySelectorAll<HTMLPreElement>('main pre, .beside pre')) {
    if (first.closest('.snippet') !== null) continue
    const group = [first]
    for (let next = first.nextElementSibling; next instanceof HTMLPreElement; next = next.nextElementSibling) {
      const { language } = next.dataset
      if (
        first.dataset.language === undefined ||
        language === undefined ||
        group.some(one => one.dataset.language === language)
      )
        break
      group.push(next)
    }
    const box = make('div', { class: 'snippet' })
    const bar = make('div', { class: 'languages', role: 'group', 'aria-label': 'Language' })
    first.before(box)
    if (group.length > 1) {
      for (const { dataset } of group) {
        const button = make('button', { type: 'button', 'data-language': dataset.language ?? '' }, dataset.language)
        button.addEventListener('click', () => choose(dataset.language ?? ''))
        bar.append(button)
      }
    }
    bar.append(copyButton(() => group.find(one => !one.hidden) ?? first))
    const curl = group.find(one => one.dataset.language === 'curl')
    const result = make('div', { class: 'result', role: 'status' })
    if (curl !== undefined && requestsOf(curl.textContent ?? '', variables) !== null)
      bar.append(runButton(curl, result))
    box.append(bar, ...group, result)
  }
  choose(localStorage.getItem(chosenLanguage) ?? 'curl')
}

function copyButton(shown: () => HTMLElement): HTMLElement {
  const button = make('button', { type: 'button', class: 'copy' }, 'Copy')
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(shown().textContent ?? '')
    button.textContent = 'Copied'
  })
  return button
}

function runButton(curl: HTMLElement, result: HTMLElement): HTMLElement {
  return ownButton({ class: 'run' }, 'Run in sandbox', result, async ({ authorization }) => {
    result.replaceChildren('Running…')
    const output = make('pre', { role: 'group', tabindex: '0', 'aria-label': 'Responses' })
    await runRequests(requestsOf(curl.textContent ?? '', variables) ?? [], authorization, text => {
      output.textContent = [output.textContent, text].filter(Boolean).join('\n\n')
      result.replaceChildren(output)
    })
  })
}

/** Beside the snippet with the key: all snippets of the page get the reader's own. */
function addKeyButton(): void {
  for (const block of document.querySelectorAll('pre')) {
    if (!block.textContent?.includes('Basic ...')) continue
    const result = make('div', { class: 'result', role: 'status' })
    const box = make('div', { class: 'snippet' })
    const bar = make('div', { class: 'languages' })
    const button = ownButton({}, 'Use my sandbox key', result, async () => result.replaceChildren())
    block.before(box)
    bar.append(
      button,
      copyButton(() => block),
    )
    box.append(bar, block, result)
  }
}

/** A button whose click puts the reader's own key and product into the snippets of the page, then does more. */
function ownButton(
  fields: Record<string, string>,
  label: string,
  result: HTMLElement,
  act: (own: Own) => Promise<void>,
) {
  const button = make('button', { type: 'button', ...fields }, label)
  button.addEventListener('click', async () => {
    button.toggleAttribute('disabled', true)
    try {
      const own = await readOwn()
      if ('missing' in own) result.replaceChildren(own.missing)
      else {
        for (const code of document.querySelectorAll('pre code')) {
          const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
          while (texts.nextNode() !== null)
            texts.currentNode.textContent = withOwn(texts.currentNode.textContent ?? '', own)
        }
        await act(own)
      }
    } catch {
      result.replaceChildren('The service did not answer. Check your network, then run this again.')
    }
    button.toggleAttribute('disabled', false)
  })
  return button
}

function choose(language: string): void {
  localStorage.setItem(chosenLanguage, language)
  for (const box of document.querySelectorAll('.snippet')) {
    const group = [...box.querySelectorAll<HTMLPreElement>('pre[data-language]')]
    const shown = group.find(one => one.dataset.language === language) ?? group[0]
    for (const one of group) one.hidden = one !== shown
    const run = box.querySelector<HTMLElement>('.run')
    if (run !== null) run.hidden = shown?.dataset.language !== 'curl'
    for (const button of box.querySelectorAll<HTMLElement>('button[data-language]')) {
      button.setAttribute('aria-pressed', String(button.dataset.language === shown?.dataset.language))
    }
  }
}

/** Index and search come from the service's own build, once somebody searches. */
const loadSearch = once(async () => {
  const [{ searcherOf }, parts] = await Promise.all([
    import('./search.ts'),
    fetch(document.documentElement.dataset.search ?? '').then(answer => answer.json() as Promise<Part[]>),
  ])
  return searcherOf(parts)
})

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

function rowOf([address, page, title, text]: Part): HTMLElement {
  const row = make('li', {})
  const link = make('a', { href: address }, title === '' ? page : `${page}: ${title}`)
  row.append(link, make('span', {}, text.slice(0, 120)))
  return row
}

function addSearch(): void {
  const place = document.querySelector('#search')!
  const field = make('input', { type: 'search', 'aria-label': 'Search', placeholder: 'Search', autocomplete: 'off' })
  const list = make('ul', { hidden: '', 'aria-label': 'Results' })
  const count = make('p', { role: 'status', class: 'unseen' })
  place.append(field, list, count)
  async function search(): Promise<void> {
    const query = field.value
    const find = await loadSearch()
    if (query !== field.value) return
    const found = find(query).slice(0, maxResults)
    list.replaceChildren(...found.map(rowOf))
    list.hidden = query.trim() === ''
    if (found.length === 0) list.append(make('li', { class: 'none' }, 'No matches.'))
    count.textContent = list.hidden ? '' : `${found.length} results`
  }
  field.addEventListener('focus', loadSearch)
  field.addEventListener('input', search)
  place.addEventListener('keydown', async event => {
    const { key } = event as KeyboardEvent
    if (!['ArrowDown', 'ArrowUp', 'Enter', 'Escape'].includes(key)) return
    if (key === 'Enter' && event.target !== field) return // the link itself opens
    event.preventDefault()
    if (key === 'Enter') await search()
    const stops: HTMLElement[] = [field, ...list.querySelectorAll('a')]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    if (key === 'Escape') list.hidden = true
    if (key === 'Enter') stops[1]?.click()
    else if (key === 'Escape') field.focus()
    else if (!list.hidden) stops.at((at + (key === 'ArrowDown' ? 1 : -1)) % stops.length)!.focus()
  })
  list.addEventListener('click', () => {
    list.hidden = true
  })
  document.addEventListener('click', ({ target }) => {
    if (!place.contains(target as Node)) list.hidden = true
  })
  document.addEventListener('keydown', event => {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key !== '/' || isTyping) return
    event.preventDefault()
    field.focus()
  })
}

/** As the system says, unless the reader chose otherwise. */
function addThemes(): void {
  const show = (theme: string) => {
    if (theme === '') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }
  const select = make('select', { class: 'theme', 'aria-label': 'Theme' })
  for (const [value, text] of Object.entries({ '': 'System', light: 'Light', dark: 'Dark' }))
    select.append(make('option', { value }, text))
  select.value = localStorage.getItem(chosenTheme) ?? ''
  show(select.value)
  select.addEventListener('change', () => {
    localStorage.setItem(chosenTheme, select.value)
    show(select.value)
  })
  document.querySelector('header')!.append(select)
}

/** On the page for an address that has none: the pages whose words are near. */
async function addNearPages(): Promise<void> {
  const heading = document.querySelector('#page-not-found')
  if (heading === null) return
  const find = await loadSearch()
  const found = find(location.pathname.replace('/docs', '').replaceAll(/\W+/g, ' ')).slice(0, maxNearPages)
  const list = make('ul', { class: 'near', 'aria-label': 'Near pages' })
  list.append(...found.map(rowOf))
  heading.nextElementSibling!.after(list)
}

/** An old address of a section that another page has now. */
function followMoved(): void {
  const place = document.getElementById(location.hash.slice(1))
  const link = place?.closest('.moved') && place.querySelector('a')
  if (link) location.replace(link.href)
}

followMoved()
addEventListener('hashchange', followMoved)
addThemes()
addKeyButton()
groupSnippets()
addSearch()
addNearPages()
