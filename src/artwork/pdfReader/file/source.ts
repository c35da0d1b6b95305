// The bytes of the file. Small files are held in memory; large files are read in parts, so that the memory of a check
// does not grow with the file.

import { fstatSync, readSync } from 'node:fs'

const maxBufferedBytes = 64 * 1024 * 1024

export type Source = {
  size: number
  /** Fewer bytes than requested at the end of the file. Must not be written to. */
  read(start: number, length: number): Buffer
  /** Reads into a given buffer; returns the number of bytes. */
  readInto(target: Uint8Array, start: number): number
}

export function openSource(fd: number): Source {
  const { size } = fstatSync(fd)
  const readInto = (target: Uint8Array, start: number): number => {
    let filled = 0
    while (filled < target.length) {
      const count = readSync(fd, target, filled, target.length - filled, start + filled)
      if (count === 0) break
      filled += count
    }
    return filled
  }
  const from = (start: number, length: number) => {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - start)))
    return bytes.subarray(0, readInto(bytes, start))
  }
  if (size > maxBufferedBytes) return { size, read: from, readInto }
  return bufferSource(from(0, size))
}

export function bufferSource(bytes: Buffer): Source {
  return {
    size: bytes.length,
    read: (start, length) => bytes.subarray(Math.max(0, start), Math.max(0, start + length)),
    readInto(target, start) {
      const part = bytes.subarray(start, start + target.length)
      target.set(part)
      return part.length
    },
  }
}

/** A file with bytes appended to it, without a copy of the file. */
export function joinedSource(file: Source, tail: Buffer): Source {
  const size = file.size + tail.length
  const readInto = (target: Uint8Array, start: number): number => {
    const ofFile = Math.max(0, Math.min(target.length, file.size - start))
    const filled = ofFile === 0 ? 0 : file.readInto(target.subarray(0, ofFile), start)
    if (filled < ofFile) return filled
    const from = Math.max(0, start - file.size)
    const part = tail.subarray(from, from + target.length - ofFile)
    target.set(part, ofFile)
    return filled + part.length
  }
  return {
    size,
    read(start, length) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - start)))
      return bytes.subarray(0, readInto(bytes, start))
    },
    readInto,
  }
}

/** A file that begins at an offset within another file. */
export function sourceFromOffset(source: Source, start: number): Source {
  return {
    size: source.size - start,
    read(from, length) {
      const begin = Math.max(0, from)
      return source.read(start + begin, from + length - begin)
    },
    readInto: (target, from) => source.readInto(target, start + from),
  }
}
