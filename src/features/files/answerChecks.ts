// File checks before an order, by the same rules as the checks of orders. A file that cannot be fetched is reported at
// once, because the caller is waiting and can repeat the check.

import { say } from '../../../languages/texts.ts'
import type { Artwork } from '../../artwork/artwork.ts'
import { type BookCheck, type CheckBook, newCheckRun } from '../../artwork/checkBook.ts'
import {
  claimChecks,
  countOpenChecks,
  type FileCheck,
  type FileCheckRequest,
  type FileCheckResult,
  insertCheck,
  type PublicFinding,
  postponeChecks,
  recordCheck,
} from '../../artwork/checkStore.ts'
import { type Clock, later, minute, second } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Mode } from '../../base/mode.ts'
import { malformedField, TooMany } from '../../base/refusal.ts'
import type { Crash } from '../../base/running/crash.ts'
import { createLeasedWorker, type LeasedWorker } from '../../base/running/leasedWork.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { isDatabaseOutage } from '../../db/unreachable.ts'
import type { checksOnly } from '../../orders/failures.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { filesOf, type ProductDetails } from '../placing/books.ts'
import { readCustomers } from '../placing/orderContext.ts'
import { sourceOf } from './orderArtwork.ts'
import { requirementsOf } from './requirements.ts'

/** Checks of an account that run at once. */
const maxRunningChecks = 20
/** Most checks end within a minute. */
const tooManyRetrySeconds = 60
const maxInProgress = 100
const leaseMs = 5 * minute
const maxAttempts = 3
const retryAfterMs = 15 * second

type CheckRequest = {
  accountId: string
  mode: Mode
  sku: string | null
  manufacturingSku: string | null
  pageCount: number | null
  coverUrl: string | null
  gutsUrl: string | null
  repairs: boolean
  webhookUrl: string | null
}

/**
 * Returns the check as it was stored. Refuses with `too_many_requests` when too many checks of the account are running.
 */
export async function requestCheck(
  transactor: Transactor,
  { isInCatalog }: { isInCatalog(manufacturingSku: string): boolean },
  input: CheckRequest,
  { now, actor }: { now: Date; actor: string },
): Promise<FileCheck> {
  const product = input.sku === null ? null : await productOf(transactor, { ...input, sku: input.sku }, now)
  const manufacturingSku = product?.manufacturingSku ?? input.manufacturingSku!
  if (!isInCatalog(manufacturingSku)) {
    const detail = `the catalog has no manufacturing SKU ${manufacturingSku}`
    throw malformedField('/manufacturingSku', 'unknown_manufacturing_sku', detail)
  }
  const { sku, pageCount, repairs } = input
  const isbn = product?.isbn ?? null
  const request: FileCheckRequest = { manufacturingSku, sku, pageCount, repairs, isbn, ...filesOf(input, product) }
  if ((request.coverUrl ?? request.coverSha256 ?? request.gutsUrl ?? request.gutsSha256) === null) {
    throw malformedField('', 'files_missing', 'neither coverUrl nor gutsUrl is given, and the product has no files')
  }
  const check: FileCheck = {
    accountId: input.accountId,
    checkId: transactor.newId('chk'),
    mode: input.mode,
    status: 'CHECKING',
    request,
    result: null,
    webhookUrl: input.webhookUrl,
    attempts: 0,
    createdAt: now,
    doneAt: null,
  }
  await transact(transactor, { now, actor }, async work => {
    if ((await countOpenChecks(work.tx, input.accountId)) >= maxRunningChecks) {
      const detail = `${maxRunningChecks} checks of the account are running; wait for one to end.`
      throw new TooMany(detail, { limit: maxRunningChecks, retryAfterSeconds: tooManyRetrySeconds })
    }
    await insertCheck(work.tx, check)
    work.wake('answer_checks', now)
  })
  return check
}

async function productOf(
  { db }: Transactor,
  { accountId, sku }: { accountId: string; sku: string },
  now: Date,
): Promise<ProductDetails> {
  const customers = await readCustomers(db, [{ accountId, request: { orderItems: [{ sku }] } }], now)
  const product = customers.get(accountId)?.product(sku)
  if (product === undefined) {
    throw malformedField(
      '/sku',
      'unknown_sku',
      say('there is no product with the SKU {sku} in the account', { sku: JSON.stringify(sku) }),
    )
  }
  return product
}

type Deps = {
  transactor: Transactor
  clock: Clock
  checkBook: CheckBook
  catalog: Catalog
  /** Writes the webhook of a finished check. */
  announce(work: UnitOfWork, check: FileCheck): Promise<void>
  log: Log
  crash?: Crash
}

export function createChecker({
  transactor,
  clock,
  checkBook,
  catalog,
  announce,
  log,
  crash = () => {},
}: Deps): LeasedWorker {
  async function work(check: FileCheck, isDraining: () => boolean): Promise<void> {
    const pending = checkBook(check.accountId, bookOfCheck(catalog, check.request), newCheckRun())
    const checked = await pending.catch((error: unknown): BookCheck => {
      if (isDatabaseOutage(error)) throw error
      log.error({ err: error, checkId: check.checkId }, 'a file check failed')
      return { kind: 'unavailable', cause: 'the check failed' }
    })
    if (isDraining()) return
    crash('check:checked')
    await record(check, checked)
  }

  async function record(check: FileCheck, checked: BookCheck): Promise<void> {
    const now = clock()
    if (checked.kind === 'unavailable' && check.attempts < maxAttempts) {
      return postponeChecks(transactor.db, [check], later(now, retryAfterMs))
    }
    await transact(transactor, { now, actor: 'system' }, async work => {
      const result = resultOf(checked)
      if (!(await recordCheck(work.tx, check, result, now))) return
      if (check.webhookUrl !== null) await announce(work, { ...check, status: 'DONE', result, doneAt: now })
    })
  }

  return createLeasedWorker({
    nameOf,
    lease: (checks, until) => postponeChecks(transactor.db, checks, until),
    ...{ leaseMs, clock, log, maxInProgress, work },
    claim: claim => claimChecks(transactor.db, claim),
    isOutage: isDatabaseOutage,
    warning: 'a file check was not recorded',
  })
}

const bookOfCheck = (catalog: Catalog, request: FileCheckRequest): Artwork => ({
  pointers: { cover: '/coverUrl', guts: '/gutsUrl' },
  requirements: requirementsOf(catalog, request.manufacturingSku),
  declaredPageCount: request.pageCount,
  mayRepair: request.repairs ?? true,
  isbn: request.isbn ?? null,
  cover: sourceOf(request.coverUrl, request.coverSha256),
  guts: sourceOf(request.gutsUrl, request.gutsSha256),
})

function resultOf(checked: BookCheck): FileCheckResult {
  if (checked.kind === 'unavailable') {
    const checkFailed: PublicFinding = {
      code: 'check_failed' satisfies keyof typeof checksOnly,
      severity: 'error',
      file: 'guts',
      pages: null,
      got: null,
      expected: null,
      tolerance: null,
      message: say('The service could not check the files; this says nothing about the files themselves.'),
      fix: say('Request another check later.'),
    }
    return { findings: [], missing: [checkFailed], pageCount: null, files: { cover: null, guts: null } }
  }
  return { ...checked.book, missing: checked.missing.map(({ finding }) => finding) }
}

const nameOf = ({ accountId, checkId }: FileCheck) => `${accountId} ${checkId}`
