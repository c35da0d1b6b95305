// JSON of megabytes, such as a catalog of 10,000 books, in steps: JSON.parse and JSON.stringify take tenths of a
// second.

import { createPause, type Steps } from '../running/slices.ts'

/** Bytes that JSON.parse gets at once, and characters that are written at once. */
const maxPiece = 64 * 1024
/** Members of longer lists are written one by one. */
const maxList = 100

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** An object or a list by its place in the text. `value` is there when it was too large to be parsed at once. */
type Container = { from: number; to: number; inner: Container[]; value?: unknown }

/**
 * Like JSON.parse of UTF-8, which it decodes in pieces: a text of 15 MB is not made at once. The message of what it
 * throws names no position.
 */
export function* parseJson(json: Buffer): Steps<unknown> {
  if (json.length <= maxPiece) return parsePiece(json.toString())
  const root: Container = { from: 0, to: json.length, inner: [] }
  const open = [root]
  for (let i = 0, pausedAt = 0; i < json.length; i++) {
    const byte = json[i]
    if (byte === quote) i = endOfText(json, i)
    else if (byte === openBracket || byte === openBrace) open.push({ from: i, to: i, inner: [] })
    else if (byte === closeBracket || byte === closeBrace) {
      const closed = open.pop()!
      const outer = open.at(-1)
      if (outer === undefined) throw new SyntaxError('a bracket ends that did not begin')
      closed.to = i + 1
      if (closed.to - closed.from > maxPiece) closed.value = yield* parseContainer(json, closed)
      closed.inner = []
      outer.inner.push(closed)
    }
    if (i - pausedAt > maxPiece) {
      yield
      pausedAt = i
    }
  }
  const [all] = root.inner
  if (open.length > 1) throw new SyntaxError('it ends within a list, an object or a text')
  if (all === undefined) return parsePiece(json.toString())
  parsePiece(`${textOf(json, 0, all.from)}0${textOf(json, all.to, json.length)}`) // only white space may be around it
  return contentOf(json, all)
}

function parsePiece(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SyntaxError((error as Error).message.replace(/(?: in JSON)? at position .*$/s, ''))
  }
}

const textOf = (json: Buffer, from: number, to: number): string => json.toString('utf8', from, to)

const contentOf = (json: Buffer, container: Container): unknown =>
  'value' in container ? container.value : parsePiece(textOf(json, container.from, container.to))

/** The place of the quote that ends a text. */
function endOfText(json: Buffer, start: number): number {
  for (let end = start + 1; end < json.length; end++) {
    const byte = json[end]
    if (byte === backslash) end++
    else if (byte === quote) return end
  }
  return json.length
}

/** Parses a container with the index of each inner container in its place: `[3]`, which nothing else can look like. */
function* parseContainer(json: Buffer, { from, to, inner }: Container): Steps<unknown> {
  let at = from
  let outline = ''
  const values: unknown[] = []
  for (const [index, container] of inner.entries()) {
    outline += `${textOf(json, at, container.from)}[${index}]`
    at = container.to
    values.push(contentOf(json, container))
    yield
  }
  const parsed = parsePiece(outline + textOf(json, at, to)) as Record<string, unknown>
  yield
  for (const key of Object.keys(parsed)) {
    const place = parsed[key]
    if (Array.isArray(place)) parsed[key] = values[place[0]]
  }
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
