// Checks of files before an order, by the same rules as those of orders. A file that cannot be fetched is reported at
// once, because the caller is waiting and can repeat the check.

import type { Artwork } from '../../artwork/artwork.ts'
import { type BookCheck, type CheckBook, nothingSpent } from '../../artwork/check.ts'
import {
  claimChecks,
  type FileCheck,
  type FileCheckRequest,
  type FileCheckResult,
  insertCheck,
  openChecks,
  type PublicFinding,
  postponeChecks,
  recordCheck,
} from '../../artwork/checks.ts'
import { type Clock, later, latest, minute, second } from '../../base/clock.ts'
import type { Crash } from '../../base/crash.ts'
import { createHold } from '../../base/hold.ts'
import type { Log } from '../../base/log.ts'
import type { Mode } from '../../base/mode.ts'
import { Refusal, TooMany } from '../../base/refusal.ts'
import { filesOf, type ProductFacts } from '../books.ts'
import { readCustomers } from '../facts.ts'
import type { checksOnly } from '../failures.ts'
import type { Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'

/** Per account, running at once. */
const mostOpen = 20
/** It is unknown when one of them will end; most do within a minute. */
const tooManyRetrySeconds = 60
const mostHeld = 100
const leaseMs = 5 * minute
const lookAgainMs = second / 4
const mostAttempts = 3
const retryAfterMs = 15 * second

type Ask = {
  accountId: string
  mode: Mode
  sku: string | null
  manufacturingSku: string | null
  pageCount: number | null
  coverUrl: string | null
  gutsUrl: string | null
  webhookUrl: string | null
}

/**
 * Returns the check as it was stored. Refuses with `too_many_requests` when too many checks of the account are running.
 */
export async function requestCheck(
  shell: Shell,
  { isInCatalogue }: { isInCatalogue(manufacturingSku: string): boolean },
  ask: Ask,
  { now, actor }: { now: Date; actor: string },
): Promise<FileCheck> {
  const product = ask.sku === null ? null : await productOf(shell, { ...ask, sku: ask.sku }, now)
  const manufacturingSku = product?.manufacturingSku ?? ask.manufacturingSku!
  if (!isInCatalogue(manufacturingSku)) {
    throw refused(
      '/manufacturingSku',
      'unknown_manufacturing_sku',
      `the catalogue has no manufacturing SKU ${manufacturingSku}`,
    )
  }
  const { sku, pageCount } = ask
  const request: FileCheckRequest = { manufacturingSku, sku, pageCount, ...filesOf(ask, product) }
  if (
    request.coverUrl === null &&
    request.coverSha256 === null &&
    request.gutsUrl === null &&
    request.gutsSha256 === null
  ) {
    throw refused('', 'files_missing', 'neither coverUrl nor gutsUrl is given, and no product has them')
  }
  const check: FileCheck = {
    accountId: ask.accountId,
    checkId: shell.newId('chk'),
    mode: ask.mode,
    status: 'CHECKING',
    request,
    result: null,
    webhookUrl: ask.webhookUrl,
    attempts: 0,
    createdAt: now,
    doneAt: null,
  }
  await inOneWork(shell, { now, actor }, async work => {
    if ((await openChecks(work.tx, ask.accountId)) >= mostOpen) {
      const detail = `${mostOpen} checks of the account are running; wait for one to end.`
      throw new TooMany(detail, { limit: mostOpen, retryAfterSeconds: tooManyRetrySeconds })
    }
    await insertCheck(work.tx, check)
    work.wake('answer_checks', now)
  })
  return check
}

async function productOf(
  { db }: Shell,
  { accountId, sku }: { accountId: string; sku: string },
  now: Date,
): Promise<ProductFacts> {
  const customers = await readCustomers(db, [{ accountId, request: { orderItems: [{ sku }] } }], now)
  const product = customers.get(accountId)?.product(sku)
  if (product === undefined) {
    throw refused('/sku', 'unknown_sku', `there is no product with the SKU ${JSON.stringify(sku)} in the account`)
  }
  return product
}

const refused = (pointer: string, code: string, detail: string) =>
  new Refusal('malformed_request', detail, [{ pointer, code, detail }])

type Deps = {
  shell: Shell
  clock: Clock
  checkBook: CheckBook
  /** Writes the webhook of a finished check. */
  tell(work: Work, check: FileCheck): Promise<void>
  log: Log
  crash?: Crash
}

export type Checker = {
  /** Returns how many checks it claimed or has in progress; 0 when nothing is due and everything is recorded. */
  sweep(now: Date): Promise<number>
  drain(): Promise<void>
}

export function createChecker({ shell, clock, checkBook, tell, log, crash = () => {} }: Deps): Checker {
  const held = createHold<FileCheck>({
    nameOf,
    lease: (checks, until) => postponeChecks(shell.db, checks, until),
    leaseMs,
    clock,
    log,
  })
  let drained = false

  async function sweep(at: Date): Promise<number> {
    const now = latest(at, clock())
    const most = drained ? 0 : mostHeld - held.size()
    const claimed = most > 0 ? await claimChecks(shell.db, { now, leaseUntil: later(now, leaseMs), most }) : []
    for (const check of claimed) {
      held.take(check)
      void finish(check)
    }
    if (claimed.length > 0) return claimed.length
    if (held.size() === 0) return 0
    await held.change(lookAgainMs)
    return Math.max(held.size(), 1)
  }

  async function finish(check: FileCheck): Promise<void> {
    try {
      const coming = checkBook(check.accountId, bookOfCheck(check.request), nothingSpent())
      const checked = await coming.catch((error: unknown): BookCheck => {
        log.error({ err: error, checkId: check.checkId }, 'a check of files failed')
        return { kind: 'unavailable', cause: 'the check failed' }
      })
      if (drained) return
      crash('check:checked')
      await record(check, checked)
    } catch (error) {
      // Its lease ends, and it is done again.
      log.warn({ err: error, checkId: check.checkId }, 'a check of files was not recorded')
    } finally {
      held.letGo(check)
    }
  }

  async function record(check: FileCheck, checked: BookCheck): Promise<void> {
    const now = clock()
    if (checked.kind === 'unavailable' && check.attempts < mostAttempts) {
      return postponeChecks(shell.db, [check], later(now, retryAfterMs))
    }
    await inOneWork(shell, { now, actor: 'system' }, async work => {
      const result = resultOf(checked)
      if (!(await recordCheck(work.tx, check, result, now))) return
      if (check.webhookUrl !== null) await tell(work, { ...check, status: 'DONE', result, doneAt: now })
    })
  }

  return {
    sweep,
    async drain() {
      drained = true
      await held.giveBack()
    },
  }
}

const bookOfCheck = (request: FileCheckRequest): Artwork => ({
  pointers: { cover: '/coverUrl', guts: '/gutsUrl' },
  manufacturingSku: request.manufacturingSku,
  declaredPageCount: request.pageCount,
  cover: sourceOf(request.coverUrl, request.coverSha256),
  guts: sourceOf(request.gutsUrl, request.gutsSha256),
})

function sourceOf(url: string | null, sha256: string | null): Artwork['cover'] {
  if (url !== null) return { url }
  return sha256 === null ? null : { sha256 }
}

function resultOf(checked: BookCheck): FileCheckResult {
  if (checked.kind === 'unavailable') {
    const failed: PublicFinding = {
      code: 'check_failed' satisfies keyof typeof checksOnly,
      severity: 'error',
      file: 'guts',
      pages: null,
      got: null,
      expected: null,
      tolerance: null,
      message: 'The service could not check the files; this says nothing about the files themselves.',
      fix: 'Request another check later.',
    }
    return {
      findings: [],
      missing: [failed],
      pageCount: null,
      files: { cover: null, guts: null },
    }
  }
  return {
    ...checked.found,
    missing: checked.missing.map(({ finding }) => finding),
  }
}

const nameOf = ({ accountId, checkId }: FileCheck) => `${accountId} ${checkId}`
