// The requests of a curl snippet, so that its reader can run it. Our guides use a small part of the shell: calls of
// curl, a `grep` behind them, an identifier that is new in each run, and loops that wait for an order.

export type SnippetRequest = {
  method: string
  /** From the origin of the service, such as `/orders?limit=5`. */
  path: string
  headers: Record<string, string>
  body: string | null
  /** Repeated each second until it succeeds and has a text of this pattern; null for once. */
  until: string | null
}

const token = /\\\n|'([^']*)'|"([^"]*)"|(\n|;)|[^\s'";]+/g
const service = '$OCTAVO_URL'

const newIdentifier = /^(\w+)=([\w-]+-)\$RANDOM\$RANDOM\n/gm
/** The other words of a loop around a request. */
const ofLoop = ['for', 'do', 'sleep', 'done']

const newNumber = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!

/** The variables of a page, which its snippets share. */
export type Variables = Map<string, string>

/** Null for a snippet that does anything else. */
export function requestsOf(
  snippet: string,
  variables: Variables = new Map(),
  number = newNumber(),
): SnippetRequest[] | null {
  const requests: SnippetRequest[] = []
  let isWaiting = false
  for (const words of commandsOf(withVariables(snippet, variables, number))) {
    if (words[0] === 'for') isWaiting = true
    if (words[0] === 'done') isWaiting = false
    const [command = '', ...rest] = words[0] === 'do' ? words.slice(1) : words
    if (command === '' || ofLoop.includes(command)) continue
    const request = command === 'curl' ? requestOf(rest, isWaiting) : null
    if (request === null) return null
    requests.push(request)
  }
  return requests.length === 0 ? null : requests
}

function withVariables(snippet: string, variables: Variables, number: number): string {
  const rest = snippet.replaceAll(newIdentifier, (_, name: string, start: string) => {
    variables.set(name, `${start}${number}`)
    return ''
  })
  return [...variables].reduce(
    (text, [name, value]) => text.replaceAll(`'$${name}'`, value).replaceAll(new RegExp(`\\$${name}\\b`, 'g'), value),
    rest,
  )
}

function commandsOf(snippet: string): string[][] {
  const commands: string[][] = [[]]
  for (const [text, single, double, end] of snippet.matchAll(token)) {
    if (end !== undefined) commands.push([])
    else if (text !== '\\\n') commands.at(-1)!.push(single ?? double ?? text)
  }
  return commands.filter(words => words.length > 0)
}

function requestOf(words: string[], isRepeated: boolean): SnippetRequest | null {
  const request: SnippetRequest = { method: '', path: '', headers: {}, body: null, until: isRepeated ? '' : null }
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (word === '-s' || word === '--fail-with-body') continue
    if (word.startsWith('--retry')) i++
    else if (word === '-X') request.method = words[++i] ?? ''
    else if (word === '-d') request.body = words[++i] ?? ''
    else if (word === '-H') {
      const [name = '', value = ''] = (words[++i] ?? '').split(': ')
      if (name !== 'Authorization') request.headers[name.toLowerCase()] = value
    } else if (word === '|') {
      const [command, ...rest] = words.slice(i + 1)
      const end = rest.indexOf('&&')
      if (command !== 'grep' || (end !== -1 && rest[end + 1] !== 'break')) return null
      if (isRepeated) request.until = (end === -1 ? rest : rest.slice(0, end)).at(-1) ?? ''
      break
    } else if (word.startsWith(service) && request.path === '') request.path = word.slice(service.length)
    else return null
  }
  request.method ||= request.body === null ? 'GET' : 'POST'
  return request.path.startsWith('/') && !/\$/.test(request.path + (request.body ?? '')) ? request : null
}
