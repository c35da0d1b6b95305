// JSON of megabytes, such as a catalog of 10,000 books, in steps: JSON.parse and JSON.stringify take tenths of a
// second.

import { createPause, type Steps } from '../running/slices.ts'

/** Characters that JSON.parse gets at once. */
const maxPiece = 64 * 1024
/** Members of longer lists are written one by one. */
const maxList = 100

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** An object or a list by its place in the text. `value` is there when it was too large to be parsed at once. */
type Container = { from: number; to: number; inner: Container[]; value?: unknown }

/** Like JSON.parse, also in what it throws. */
export function* parseJson(text: string): Steps<unknown> {
  if (text.length <= maxPiece) return JSON.parse(text)
  const root: Container = { from: 0, to: text.length, inner: [] }
  const open = [root]
  for (let i = 0, pausedAt = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) i = endOfText(text, i)
    else if (code === openBracket || code === openBrace) open.push({ from: i, to: i, inner: [] })
    else if (code === closeBracket || code === closeBrace) {
      const closed = open.pop()!
      const outer = open.at(-1)
      if (outer === undefined) return JSON.parse(text) // which throws
      closed.to = i + 1
      if (closed.to - closed.from > maxPiece) closed.value = yield* parseContainer(text, closed)
      closed.inner = []
      outer.inner.push(closed)
    }
    if (i - pausedAt > maxPiece) {
      yield
      pausedAt = i
    }
  }
  const [all] = root.inner
  if (open.length > 1 || all === undefined) return JSON.parse(text)
  JSON.parse(`${text.slice(0, all.from)}0${text.slice(all.to)}`) // throws if there is more than white space around it
  return contentOf(text, all)
}

const contentOf = (text: string, container: Container): unknown =>
  'value' in container ? container.value : JSON.parse(text.slice(container.from, container.to))

/** The place of the quote that ends a text. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

/** Parses a container with the index of each inner container in its place: `[3]`, which nothing else can look like. */
function* parseContainer(text: string, { from, to, inner }: Container): Steps<unknown> {
  let at = from
  let outline = ''
  const values: unknown[] = []
  for (const [index, container] of inner.entries()) {
    outline += `${text.slice(at, container.from)}[${index}]`
    at = container.to
    values.push(contentOf(text, container))
    yield
  }
  const parsed = JSON.parse(outline + text.slice(at, to))
  yield
  for (const key of Object.keys(parsed)) if (Array.isArray(parsed[key])) parsed[key] = values[parsed[key][0]]
  return parsed
}

/** Like JSON.stringify, for values that JSON can have, in pieces. */
export async function* writeJson(value: unknown): AsyncGenerator<string, void> {
  const pause = createPause()
  let piece = ''
  for (const token of tokensOf(value)) {
    piece += token
    if (piece.length < maxPiece) continue
    yield piece
    piece = ''
    await pause()
  }
  yield piece
}

export async function jsonText(value: unknown): Promise<string> {
  let text = ''
  for await (const piece of writeJson(value)) text += piece
  return text
}

function* tokensOf(value: unknown): Generator<string, void> {
  if (Array.isArray(value)) {
    yield '['
    for (const [i, member] of value.entries()) {
      if (i > 0) yield ','
      if (value.length <= maxList) yield* tokensOf(member)
      else yield JSON.stringify(member) ?? 'null'
    }
    yield ']'
  } else if (typeof value === 'object' && value !== null && !('toJSON' in value)) {
    let separator = '{'
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue
      yield `${separator}${JSON.stringify(name)}:`
      yield* tokensOf(member)
      separator = ','
    }
    yield separator === '{' ? '{}' : '}'
  } else yield JSON.stringify(value) ?? 'null'
}
