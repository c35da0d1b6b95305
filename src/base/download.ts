// Downloads a file from an address that a customer gave. The server may be slow, lie about lengths, send without end,
// redirect in circles or into our own network, and break off. So every hop is checked like the first, bytes are counted
// and not believed, the whole transfer and each stretch of it have a time limit, and a download that breaks off is
// resumed only when the server proves that the file is still the same.

import type { Agent, Dispatcher } from 'undici'
import { second } from './clock.ts'
import { coarse, type OutboundFailure, Stopped } from './outboundFailure.ts'

const mostRedirects = 3
const mostResumes = 3

export type Patience = {
  /** For the whole download, redirects and resumes included. */
  totalMs: number
  /** From sending the request to the last header, on each hop. */
  headersMs: number
  /** The least that must arrive in every stretch of `stretchMs`, so that a trickle does not hold a place for long. */
  leastBytesPerSecond: number
  stretchMs: number
}

const usual: Patience = {
  totalMs: 120 * second,
  headersMs: 10 * second,
  leastBytesPerSecond: 10_000,
  stretchMs: 10 * second,
}

export type Download = {
  accept: string
  mostBytes: number
  /** The validators of an earlier copy: a server that has nothing newer answers "not modified", without a body. */
  known?: { etag: string | null; lastModified: string | null }
  /** Called with each piece in turn; nothing more is read until the returned promise settles. */
  take(chunk: Buffer): void | Promise<void>
  /** Discards what was taken so far: the file is sent again from its beginning. */
  restart(): void | Promise<void>
}

export type DownloadFailure = OutboundFailure | 'too_slow' | 'too_many_redirects' | 'insecure_redirect' | 'compressed'

export type Downloaded =
  | { kind: 'fetched'; bytes: number; etag: string | null; lastModified: string | null }
  | { kind: 'unchanged' }
  /** Any status other than success. */
  | { kind: 'answered'; status: number }
  /** The length that the server announced; null when the limit was reached while reading. */
  | { kind: 'too_large'; announcedBytes: number | null }
  | { kind: 'failed'; failure: DownloadFailure }

export type Target = { origin: string; path: string }

type Parts = {
  agent: Agent
  /** Null for an address that may not be called. */
  targetOf(url: string): Target | null
  patience?: Partial<Patience> | undefined
}

export async function download(parts: Parts, url: string, request: Download): Promise<Downloaded> {
  const patience = { ...usual, ...parts.patience }
  const deadlineMs = performance.now() + patience.totalMs
  const progress: Progress = { bytes: 0, validator: null, etag: null, lastModified: null, total: null }
  let at = url
  let redirects = 0
  let resumes = 0
  for (;;) {
    const target = parts.targetOf(at)
    if (target === null) return { kind: 'failed', failure: 'url_blocked' }
    const leftMs = deadlineMs - performance.now()
    if (leftMs <= 0) return { kind: 'failed', failure: 'timeout' }
    const hop = await ask(parts.agent, target, request, progress, { ...patience, totalMs: leftMs })
    switch (hop.kind) {
      case 'redirected': {
        const next = URL.parse(hop.location, at)
        if (next === null) return { kind: 'failed', failure: 'bad_answer' }
        if (++redirects > mostRedirects) return { kind: 'failed', failure: 'too_many_redirects' }
        if (new URL(at).protocol === 'https:' && next.protocol !== 'https:')
          return { kind: 'failed', failure: 'insecure_redirect' }
        at = next.href
        break
      }
      case 'cut':
        if (progress.validator === null || progress.bytes === 0 || ++resumes > mostResumes)
          return { kind: 'failed', failure: hop.failure }
        break
      case 'done': {
        const { bytes, etag, lastModified } = progress
        return { kind: 'fetched', bytes, etag, lastModified }
      }
      default:
        return hop
    }
  }
}

/** What has been taken so far, and the validator by which the server proves that the rest belongs to it. */
type Progress = {
  bytes: number
  validator: string | null
  etag: string | null
  lastModified: string | null
  total: number | null
}

type Hop =
  | { kind: 'redirected'; location: string }
  | { kind: 'cut'; failure: DownloadFailure }
  | { kind: 'done' }
  | Exclude<Downloaded, { kind: 'fetched' }>

function ask(agent: Agent, target: Target, request: Download, progress: Progress, patience: Patience): Promise<Hop> {
  return new Promise(resolve => {
    let controller: Dispatcher.DispatchController | null = null
    let settled = false
    let reading = false
    // Pieces are taken one after the other; the end comes after the last of them.
    let taken: Promise<void> = Promise.resolve()
    const pace = createPace(patience)

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
      controller?.abort(new Stopped('bad_answer'))
    }
    const failed = (failure: DownloadFailure) => stop({ kind: 'failed', failure })

    timers.push(setTimeout(() => failed('timeout'), patience.totalMs))
    timers.push(
      setTimeout(() => {
        if (!reading) failed('timeout')
      }, patience.headersMs),
    )
    const watch = () => {
      pace.begin()
      timers.push(
        setInterval(() => {
          if (pace.isTooSlow()) failed('too_slow')
        }, patience.stretchMs),
      )
    }
    /** Nothing more is read until our own side is ready. */
    const holdUntil = (ready: Promise<void>, at: Dispatcher.DispatchController) => {
      at.pause()
      pace.pause()
      taken = ready
      ready.then(
        () => {
          pace.resume()
          at.resume()
        },
        () => failed('bad_answer'),
      )
    }

    agent.dispatch(
      { ...target, method: 'GET', headers: headersFor(request, progress) },
      {
        onRequestStart(started) {
          controller = started
          if (settled) started.abort(new Stopped('timeout'))
        },
        onResponseStart(started, status, headers) {
          if (status < 200 || settled) return
          const judged = judge(status, headers, request, progress)
          if ('hop' in judged) return stop(judged.hop)
          reading = true
          watch()
          if (!judged.restart) return
          // The file changed while it was being fetched, or the server cannot continue: from the beginning.
          Object.assign(progress, judged.progress)
          holdUntil(
            taken.then(() => request.restart()),
            started,
          )
        },
        onResponseData(from, chunk) {
          // After a pause, undici's parser reports an empty piece; pausing again for it would go on for ever.
          if (settled || chunk.length === 0) return
          progress.bytes += chunk.length
          pace.count(chunk.length)
          if (progress.bytes > request.mostBytes) return stop({ kind: 'too_large', announcedBytes: null })
          const taking = request.take(chunk)
          if (taking !== undefined) holdUntil(taking, from)
        },
        onResponseEnd() {
          const { bytes, total } = progress
          settle(total !== null && bytes !== total ? { kind: 'cut', failure: 'bad_answer' } : { kind: 'done' })
        },
        onResponseError(_, error) {
          const failure = coarse(error)
          settle(reading ? { kind: 'cut', failure } : { kind: 'failed', failure })
        },
      },
    )
  })
}

/**
 * How fast a server is while we are ready to take what it sends: what our own side takes to write it down is not its
 * fault.
 */
function createPace({ leastBytesPerSecond, stretchMs }: Patience) {
  let beganMs = 0
  let bytes = 0
  let pausedMs = 0
  let pausedAtMs: number | null = null
  return {
    begin() {
      beganMs = performance.now()
    },
    count(more: number) {
      bytes += more
    },
    pause() {
      pausedAtMs = performance.now()
    },
    resume() {
      pausedMs += performance.now() - pausedAtMs!
      pausedAtMs = null
    },
    /**
     * Of the time since it was asked last; one in which we were hardly ready says nothing, and is looked at with the
     * next.
     */
    isTooSlow(): boolean {
      const nowMs = performance.now()
      const pauseMs = pausedMs + (pausedAtMs === null ? 0 : nowMs - pausedAtMs)
      const readyMs = nowMs - beganMs - pauseMs
      if (readyMs < stretchMs / 2) return false
      const isSlow = bytes < (leastBytesPerSecond * readyMs) / 1000
      beganMs = nowMs
      bytes = 0
      pausedMs = 0
      if (pausedAtMs !== null) pausedAtMs = nowMs
      return isSlow
    },
  }
}

function headersFor({ accept, known }: Download, { bytes, validator }: Progress): Record<string, string> {
  const headers: Record<string, string> = { accept, 'accept-encoding': 'identity', 'user-agent': 'Octavo-Files/1' }
  if (bytes > 0 && validator !== null) return { ...headers, range: `bytes=${bytes}-`, 'if-range': validator }
  if (known?.etag) headers['if-none-match'] = known.etag
  if (known?.lastModified) headers['if-modified-since'] = known.lastModified
  return headers
}

type Headers = Record<string, string | string[] | undefined>
type Judged = { hop: Hop } | { restart: boolean; progress?: Partial<Progress> }

function judge(status: number, headers: Headers, request: Download, progress: Progress): Judged {
  const failed = (failure: DownloadFailure): Judged => ({ hop: { kind: 'failed', failure } })
  if (status === 304 && request.known !== undefined && progress.bytes === 0) return { hop: { kind: 'unchanged' } }
  if ([301, 302, 303, 307, 308].includes(status)) {
    const location = one(headers.location)
    return location === null ? failed('bad_answer') : { hop: { kind: 'redirected', location } }
  }
  const isRest = status === 206 && progress.bytes > 0
  if (status !== 200 && !isRest) return { hop: { kind: 'answered', status } }
  // Some stores answer so whatever is asked, since they were told with the file.
  const encoding = one(headers['content-encoding'])
  if (encoding !== null && encoding.toLowerCase() !== 'identity') return failed('compressed')
  if (isRest) {
    const range = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(one(headers['content-range']) ?? '')
    const continues = range !== null && Number(range[1]) === progress.bytes
    return continues ? { restart: false } : failed('bad_answer')
  }
  const length = one(headers['content-length'])
  const total = length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null
  if (total !== null && total > request.mostBytes) return { hop: { kind: 'too_large', announcedBytes: total } }
  const etag = headerValue(headers.etag)
  const lastModified = headerValue(headers['last-modified'])
  // Only a strong ETag promises the same bytes; a date is good enough when there is no ETag (RFC 9110, 13.1.5).
  const validator = etag !== null && !etag.startsWith('W/') ? etag : etag === null ? lastModified : null
  const begun: Progress = { bytes: 0, validator, etag, lastModified, total }
  if (progress.bytes > 0) return { restart: true, progress: begun }
  Object.assign(progress, begun)
  return { restart: false }
}

const one = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null)

/** A value that is echoed back to the server must be short and plain. */
function headerValue(value: string | string[] | undefined): string | null {
  const text = one(value)
  return text !== null && text.length <= 256 && /^[\x20-\x7e]+$/.test(text) ? text : null
}
