// A client must cope with `100 Continue` that it did not ask for (RFC 9110, section 15.2), and some receivers send it
// before every answer. undici ends the connection there, so it never reads one.

import type { Socket } from 'node:net'

/** Of the head of such an answer. */
const maxHeadBytes = 1024
const whole = /^HTTP\/1\.[01] 100(?: [^\r\n]*)?\r\n(?:[^\r\n]+\r\n)*\r\n/
const begun = /^HTTP\/1\.[01] 100(?:[ \r]|$)/
const shortest = 'HTTP/1.1 100'

/** Answers the same socket, which skips `100 Continue` before the answer to each request. */
export function skipContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean
  let isAtStart = false
  /** The beginning of what may become an interim answer. */
  let held: Buffer | null = null
  const withoutContinue = (bytes: Buffer): Buffer | null => {
    const text = bytes.toString('latin1', 0, maxHeadBytes)
    const found = whole.exec(text)?.[0]
    if (found !== undefined) return withoutContinue(bytes.subarray(found.length))
    const isUnsure = text.length < maxHeadBytes && (shortest.startsWith(text) || begun.test(text))
    if (isUnsure) held = bytes
    isAtStart = isUnsure
    return isUnsure ? null : bytes
  }
  socket.write = (...given: unknown[]) => {
    isAtStart = true
    return write(...given)
  }
  socket.read = size => {
    for (;;) {
      const chunk: Buffer | null = read(size)
      if (chunk === null) return socket.readableEnded ? held : null
      if (!isAtStart) return chunk
      const bytes: Buffer = held === null ? chunk : Buffer.concat([held, chunk])
      held = null
      const rest = withoutContinue(bytes)
      if (rest !== null) return rest
    }
  }
  return socket
}
