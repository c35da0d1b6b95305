// The requests of a curl snippet, so that its reader can run it. Our guides use a small part of the shell: calls of
// curl, a `grep` behind them, and loops that wait.

export type SnippetRequest = {
  method: string
  /** From the origin of the service, such as `/orders?limit=5`. */
  path: string
  headers: Record<string, string>
  body: string | null
  /** Repeated each second until it succeeds and has this text; null for once. */
  until: string | null
}

const token = /\\\n|'([^']*)'|"([^"]*)"|(\n|;)|[^\s'";]+/g
const service = '$OCTAVO_URL'

/** Null for a snippet that does anything else. */
export function requestsOf(snippet: string): SnippetRequest[] | null {
  const requests: SnippetRequest[] = []
  let isWaiting = false
  for (const [first = '', ...words] of commandsOf(snippet)) {
    if (isWaiting && (first === 'do' || first === 'done')) {
      if (first === 'done') isWaiting = false
      continue
    }
    isWaiting = first === 'until'
    const [command, ...rest] = isWaiting ? words : [first, ...words]
    const request = command === 'curl' ? requestOf(rest, isWaiting) : null
    if (request === null) return null
    requests.push(request)
  }
  return requests.length === 0 ? null : requests
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
      const [command, ...pattern] = words.slice(i + 1)
      if (command !== 'grep') return null
      if (isRepeated) request.until = pattern.at(-1) ?? ''
      break
    } else if (word.startsWith(service) && request.path === '') request.path = word.slice(service.length)
    else return null
  }
  request.method ||= request.body === null ? 'GET' : 'POST'
  return request.path.startsWith('/') && !/\$/.test(request.path + (request.body ?? '')) ? request : null
}
