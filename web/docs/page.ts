// What a page of the documentation does with scripts: search, tabs for the languages of a snippet, and copying. Without
// scripts, nothing is hidden.

type Part = [address: string, page: string, part: string, text: string]

const chosenLanguage = 'octavo-docs-language'
const maxResults = 8

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, fields: Record<string, string>, text = '') {
  const element = document.createElement(name)
  for (const [field, value] of Object.entries(fields)) element.setAttribute(field, value)
  element.textContent = text
  return element
}

/** Snippets that follow each other in different languages show one at a time. */
function groupSnippets(): void {
  for (const first of document.querySelectorAll<HTMLPreElement>('pre[data-language]')) {
    if (first.closest('.snippet') !== null) continue
    const group = [first]
    for (let next = first.nextElementSibling; next instanceof HTMLPreElement; next = next.nextElementSibling) {
      const { language } = next.dataset
      if (language === undefined || group.some(one => one.dataset.language === language)) break
      group.push(next)
    }
    const box = make('div', { class: 'snippet' })
    const bar = make('div', { class: 'languages', role: 'group', 'aria-label': 'Language' })
    first.before(box)
    const copy = make('button', { type: 'button', class: 'copy' }, 'Copy')
    if (group.length > 1) {
      for (const { dataset } of group) {
        const button = make('button', { type: 'button', 'data-language': dataset.language ?? '' }, dataset.language)
        button.addEventListener('click', () => choose(dataset.language ?? ''))
        bar.append(button)
      }
    }
    bar.append(copy)
    copy.addEventListener('click', async () => {
      const shown = group.find(one => !one.hidden) ?? first
      await navigator.clipboard.writeText(shown.textContent ?? '')
      copy.textContent = 'Copied'
    })
    box.append(bar, ...group)
  }
  choose(localStorage.getItem(chosenLanguage) ?? 'curl')
}

function choose(language: string): void {
  localStorage.setItem(chosenLanguage, language)
  for (const box of document.querySelectorAll('.snippet')) {
    const group = [...box.querySelectorAll('pre')]
    const shown = group.find(one => one.dataset.language === language) ?? group[0]
    for (const one of group) one.hidden = one !== shown
    for (const button of box.querySelectorAll<HTMLElement>('button[data-language]')) {
      button.setAttribute('aria-pressed', String(button.dataset.language === shown?.dataset.language))
    }
  }
}

/** How well a part fits the words: a title counts more than the text. Zero unless it has every word. */
function scoreOf([, page, part, text]: Part, words: string[]): number {
  const titles = `${page} ${part}`.toLowerCase()
  const body = text.toLowerCase()
  let score = 0
  for (const word of words) {
    const found =
      (titles.includes(word) ? (titles.split(/\W+/).includes(word) ? 10 : 5) : 0) + (body.includes(word) ? 1 : 0)
    if (found === 0) return 0
    score += found
  }
  return score + (part === '' ? 2 : 0)
}

function addSearch(): void {
  const place = document.querySelector('#search')!
  const field = make('input', { type: 'search', 'aria-label': 'Search', placeholder: 'Search', autocomplete: 'off' })
  const list = make('ul', { hidden: '', 'aria-label': 'Results' })
  const said = make('p', { role: 'status', class: 'unseen' })
  place.append(field, list, said)
  let index: Promise<Part[]> | undefined
  // The index comes from the service's own build, once somebody searches.
  const load = (): Promise<Part[]> => {
    index ??= fetch(document.documentElement.dataset.search ?? '').then(answer => answer.json())
    return index
  }
  field.addEventListener('focus', load)
  field.addEventListener('input', async () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    const parts = await load()
    const found = parts
      .map(part => ({ part, score: words.length === 0 ? 0 : scoreOf(part, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, maxResults)
    list.replaceChildren(
      ...found.map(({ part: [address, page, title, text] }) => {
        const row = make('li', {})
        const link = make('a', { href: address }, title === '' ? page : `${page}: ${title}`)
        row.append(link, make('span', {}, text.slice(0, 120)))
        return row
      }),
    )
    list.hidden = words.length === 0
    if (found.length === 0) list.append(make('li', { class: 'none' }, 'No matches.'))
    said.textContent = words.length === 0 ? '' : `${found.length} results`
  })
  place.addEventListener('keydown', event => {
    if ((event as KeyboardEvent).key !== 'Escape') return
    list.hidden = true
    field.focus()
  })
  list.addEventListener('click', () => {
    list.hidden = true
  })
  document.addEventListener('keydown', event => {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key !== '/' || isTyping) return
    event.preventDefault()
    field.focus()
  })
}

groupSnippets()
addSearch()
