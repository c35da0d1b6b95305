// Downloads a file from an address that a customer gave. The server may be slow, lie about lengths, send without end,
// redirect in circles or into our own network, and break off. So every hop is checked like the first; bytes are
// counted, despite the announced length; the whole transfer has a time limit, and each interval of it a minimum speed;
// and a download that breaks off is resumed only when the server proves that the file is still the same.

import { isUtf8 } from 'node:buffer'
import type { Agent, Dispatcher } from 'undici'
import { minute, second } from '../clock.ts'
import { failureOf, OutboundError, type OutboundFailure } from './outboundFailure.ts'

/** Within the second of its change, a file may change again; a minute is what RFC 9110 advises (8.8.2.2). */
const minAgeMs = minute
/** Packages and images of containers date all their files 1970, 1980 or 1985. */
const earliestChangeMs = Date.UTC(2000, 0, 2)
const maxRedirects = 3
const maxResumes = 3

export type DownloadLimits = {
  /** For the whole download, redirects and resumes included. */
  totalMs: number
  /** From sending the request to the last header, on each hop. */
  headersMs: number
  /** The minimum speed in every interval of `intervalMs`, so that a trickle does not occupy a slot for long. */
  minBytesPerSecond: number
  intervalMs: number
}

const defaultLimits: DownloadLimits = {
  totalMs: 120 * second,
  headersMs: 10 * second,
  minBytesPerSecond: 10_000,
  intervalMs: 10 * second,
}

export type Download = {
  accept: string
  maxBytes: number
  /** The version of an earlier copy: a server that has nothing newer answers "not modified", without a body. */
  version?: FileVersion
  /** Called with each piece in turn; nothing more is read until the returned promise settles. */
  take(chunk: Buffer): void | Promise<void>
  /** Discards what was taken so far: the file is sent again from its beginning. */
  restart(): void | Promise<void>
}

export type DownloadFailure = OutboundFailure | 'too_slow' | 'too_many_redirects' | 'insecure_redirect'

/**
 * By what a server tells whether a file has changed: a strong ETag, or without one a date of the last change that can
 * be trusted. A weak ETag or any other date would let old bytes be printed for a new file, or two files be joined.
 */
export type FileVersion = { etag: string | null; lastModified: string | null }

type AnswerHeaders = FileVersion & {
  /** The server says that it compressed the file. Some stores say so of files that they send as they are. */
  isCalledCompressed: boolean
}

export type DownloadOutcome =
  | ({ kind: 'fetched'; bytes: number } & AnswerHeaders)
  | { kind: 'unchanged' }
  /** Any status other than success. */
  | { kind: 'answered'; status: number }
  /** The length that the server announced; null when the limit was reached while reading. */
  | { kind: 'too_large'; announcedBytes: number | null }
  | { kind: 'failed'; failure: DownloadFailure }

export type Target = { origin: string; path: string }

type DownloadContext = {
  agent: Agent
  /** Null for an address that may not be called. */
  targetOf(url: string): Target | null
  limits?: Partial<DownloadLimits> | undefined
}

export async function download(context: DownloadContext, url: string, request: Download): Promise<DownloadOutcome> {
  const limits = { ...defaultLimits, ...context.limits }
  const deadlineMs = performance.now() + limits.totalMs
  const progress: Progress = {
    bytes: 0,
    total: null,
    etag: null,
    lastModified: null,
    isCalledCompressed: false,
  }
  let currentUrl = url
  let redirects = 0
  let resumes = 0
  for (;;) {
    const target = context.targetOf(currentUrl)
    if (target === null) return { kind: 'failed', failure: 'url_blocked' }
    const remainingMs = deadlineMs - performance.now()
    if (remainingMs <= 0) return { kind: 'failed', failure: 'timeout' }
    const hop = await requestHop(context.agent, target, request, progress, { ...limits, totalMs: remainingMs })
    switch (hop.kind) {
      case 'redirected': {
        const next = URL.parse(hop.location, currentUrl)
        if (next === null) return { kind: 'failed', failure: 'bad_answer' }
        if (++redirects > maxRedirects) return { kind: 'failed', failure: 'too_many_redirects' }
        if (new URL(currentUrl).protocol === 'https:' && next.protocol !== 'https:')
          return { kind: 'failed', failure: 'insecure_redirect' }
        currentUrl = next.href
        break
      }
      case 'cut':
        if (validatorOf(progress) === null || progress.bytes === 0 || ++resumes > maxResumes)
          return { kind: 'failed', failure: hop.failure }
        break
      case 'done': {
        const { total: _, ...fetched } = progress
        return { kind: 'fetched', ...fetched }
      }
      default:
        return hop
    }
  }
}

/** The bytes so far, and the version by which the server proves that the rest belongs to the same file. */
type Progress = AnswerHeaders & { bytes: number; total: number | null }

const validatorOf = ({ etag, lastModified }: FileVersion): string | null => etag ?? lastModified

type Hop =
  | { kind: 'redirected'; location: string }
  | { kind: 'cut'; failure: DownloadFailure }
  | { kind: 'done' }
  | Exclude<DownloadOutcome, { kind: 'fetched' }>

function requestHop(
  agent: Agent,
  target: Target,
  request: Download,
  progress: Progress,
  limits: DownloadLimits,
): Promise<Hop> {
  return new Promise(resolve => {
    let controller: Dispatcher.DispatchController | null = null
    let settled = false
    let reading = false
    // Pieces are taken one after the other; the end comes after the last of them.
    let taken: Promise<void> = Promise.resolve()
    const speed = createSpeedMeter(limits)

    const timers: NodeJS.Timeout[] = []
    const settle = (hop: Hop) => {
      if (settled) return
      settled = true
      for (const timer of timers) clearTimeout(timer)
      void taken.then(
        () => resolve(hop),
        () => resolve({ kind: 'failed', failure: 'bad_answer' }),
      )
    }
    const stop = (hop: Hop) => {
      settle(hop)
      controller?.abort(new OutboundError('bad_answer'))
    }
    const failed = (failure: DownloadFailure) => stop({ kind: 'failed', failure })

    timers.push(setTimeout(() => failed('timeout'), limits.totalMs))
    timers.push(
      setTimeout(() => {
        if (!reading) failed('timeout')
      }, limits.headersMs),
    )
    const watchSpeed = () => {
      speed.begin()
      timers.push(
        setInterval(() => {
          if (speed.isTooSlow()) failed('too_slow')
        }, limits.intervalMs),
      )
    }
    const pauseUntil = (ready: Promise<void>, stream: Dispatcher.DispatchController) => {
      stream.pause()
      speed.pause()
      taken = ready
      ready.then(
        () => {
          speed.resume()
          stream.resume()
        },
        () => failed('bad_answer'),
      )
    }

    agent.dispatch(
      { ...target, method: 'GET', headers: headersFor(request, progress) },
      {
        onRequestStart(started) {
          controller = started
          if (settled) started.abort(new OutboundError('timeout'))
        },
        onResponseStart(started, status, headers) {
          if (status < 200 || settled) return
          const start = readResponseStart(status, headers, request, progress)
          if ('hop' in start) return stop(start.hop)
          reading = true
          watchSpeed()
          if (!start.restart) return
          // The file changed while it was being fetched, or the server cannot resume: the file comes from its
          // beginning.
          Object.assign(progress, start.progress)
          pauseUntil(
            taken.then(() => request.restart()),
            started,
          )
        },
        onResponseData(stream, chunk) {
          // After a pause, undici's parser reports an empty piece; pausing again for it would never end.
          if (settled || chunk.length === 0) return
          progress.bytes += chunk.length
          speed.count(chunk.length)
          if (progress.bytes > request.maxBytes) return stop({ kind: 'too_large', announcedBytes: null })
          const taking = request.take(chunk)
          if (taking !== undefined) pauseUntil(taking, stream)
        },
        onResponseEnd() {
          const { bytes, total } = progress
          settle(total !== null && bytes !== total ? { kind: 'cut', failure: 'bad_answer' } : { kind: 'done' })
        },
        onResponseError(_, error) {
          // The server closed the connection after the last byte, while that was still being taken.
          if (reading && progress.bytes === progress.total) return settle({ kind: 'done' })
          const failure = failureOf(error)
          settle(reading ? { kind: 'cut', failure } : { kind: 'failed', failure })
        },
      },
    )
  })
}

/** Measures how fast a server sends while we are ready to take it. The time in which we are busy does not count. */
function createSpeedMeter({ minBytesPerSecond, intervalMs }: DownloadLimits) {
  let startMs = 0
  let bytes = 0
  let pausedMs = 0
  let pausedAtMs: number | null = null
  return {
    begin() {
      startMs = performance.now()
    },
    count(chunkBytes: number) {
      bytes += chunkBytes
    },
    pause() {
      pausedAtMs = performance.now()
    },
    resume() {
      pausedMs += performance.now() - pausedAtMs!
      pausedAtMs = null
    },
    /**
     * Whether the server was too slow since the last measurement. A time in which we were hardly ready is measured with
     * the time after it.
     */
    isTooSlow(): boolean {
      const nowMs = performance.now()
      const pauseMs = pausedMs + (pausedAtMs === null ? 0 : nowMs - pausedAtMs)
      const readyMs = nowMs - startMs - pauseMs
      if (readyMs < intervalMs / 2) return false
      const isSlow = bytes < (minBytesPerSecond * readyMs) / 1000
      startMs = nowMs
      bytes = 0
      pausedMs = 0
      if (pausedAtMs !== null) pausedAtMs = nowMs
      return isSlow
    },
  }
}

function headersFor({ accept, version }: Download, progress: Progress): Record<string, string> {
  const { bytes } = progress
  const validator = validatorOf(progress)
  const headers: Record<string, string> = { accept, 'accept-encoding': 'identity', 'user-agent': 'Octavo-Files/1' }
  if (bytes > 0 && validator !== null) return { ...headers, range: `bytes=${bytes}-`, 'if-range': validator }
  // Never both: some servers look only at the date.
  if (version?.etag) headers['if-none-match'] = version.etag
  else if (version?.lastModified) headers['if-modified-since'] = version.lastModified
  return headers
}

type Headers = Record<string, string | string[] | undefined>
type ResponseStart = { hop: Hop } | { restart: boolean; progress?: Partial<Progress> }

function readResponseStart(status: number, headers: Headers, request: Download, progress: Progress): ResponseStart {
  const failed = (failure: DownloadFailure): ResponseStart => ({ hop: { kind: 'failed', failure } })
  if (status === 304 && request.version !== undefined && progress.bytes === 0) return { hop: { kind: 'unchanged' } }
  if ([301, 302, 303, 307, 308].includes(status)) {
    const location = singleValue(headers.location)
    return location === null ? failed('bad_answer') : { hop: { kind: 'redirected', location: utf8(location) } }
  }
  const isResumed = status === 206 && progress.bytes > 0
  if (status !== 200 && !isResumed) return { hop: { kind: 'answered', status } }
  if (isResumed) {
    const range = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(singleValue(headers['content-range']) ?? '')
    const continues = range !== null && Number(range[1]) === progress.bytes
    return continues ? { restart: false } : failed('bad_answer')
  }
  const length = singleValue(headers['content-length'])
  const total = length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null
  if (total !== null && total > request.maxBytes) return { hop: { kind: 'too_large', announcedBytes: total } }
  const isCalledCompressed = namesCompression(headers['content-encoding'])
  const fresh: Progress = { bytes: 0, total, ...versionIn(headers), isCalledCompressed }
  if (progress.bytes > 0) return { restart: true, progress: fresh }
  Object.assign(progress, fresh)
  return { restart: false }
}

function versionIn(headers: Headers): FileVersion {
  const etag = headerValue(headers.etag)
  if (etag !== null && !/^W\//i.test(etag)) return { etag, lastModified: null }
  const lastModified = headerValue(headers['last-modified'])
  const changedMs = Date.parse(lastModified ?? '')
  const answeredMs = Date.parse(singleValue(headers.date) ?? '')
  // NaN compares as false.
  const isTrusted = changedMs >= earliestChangeMs && changedMs <= answeredMs - minAgeMs
  return { etag: null, lastModified: isTrusted ? lastModified : null }
}

/** Servers send header values in UTF-8, which arrive as Latin-1. */
function utf8(value: string): string {
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : value
}

const compressions = new Set(['gzip', 'x-gzip', 'br', 'zstd', 'deflate', 'compress', 'x-compress'])

/**
 * Some stores send the encoding that was uploaded with the file, for any accepted encodings: an empty one (Amazon S3),
 * `aws-chunked`, `utf-8`. None of these changes a byte.
 */
const namesCompression = (encoding: string | string[] | undefined): boolean =>
  [encoding ?? []]
    .flat()
    .join()
    .split(',')
    .some(coding => compressions.has(coding.trim().toLowerCase()))

const singleValue = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null)

/** A value that is echoed back to the server must be short and plain. */
function headerValue(value: string | string[] | undefined): string | null {
  const text = singleValue(value)
  return text !== null && text.length <= 256 && /^[\x20-\x7e]+$/.test(text) ? text : null
}
