// The operator's printers, as they count in this process. Until an owner first saves a printer in the console,
// printers.json counts, or one press desk where there is no file; the first save takes these printers over. Each
// process looks for changes every two seconds, and uses them without a restart. No secret leaves this file again: a
// form that does not send a secret keeps it, but only for the same address.

import { say } from '../../languages/texts.ts'
import { appendAudit } from '../accounts/auditLog.ts'
import { readPrinterUsers } from '../accounts/people/operators.ts'
import { type Clock, hour, later, second } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Outbound } from '../base/network/outbound.ts'
import { Refusal } from '../base/refusal.ts'
import { type DataMistake, OperatorDataError } from '../base/schemaCheck.ts'
import type { Vault } from '../base/secrets/vault.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Db, Tx } from '../db/db.ts'
import type { PrinterContact, PrinterSettings, PrinterSetUp } from '../http/objects/printerSettings.ts'
import { type Transactor, transact } from '../orders/transact.ts'
import type { UnitOfWork } from '../orders/transition.ts'
import { type AdapterDeps, type Contact, openPrinters, settingsMistakes, tryPrinter } from '../printer/adapters.ts'
import { watchAllJobs } from '../printer/jobStore.ts'
import type { Printers } from '../printer/printer.ts'
import { guardedPrinterClient } from '../printer/printerClient.ts'
import { coverageMistakes, defaultFile, type PrinterConfig, type PrintersFile } from '../printer/printerConfig.ts'
import {
  lockPrinterSettings,
  readPrintersVersion,
  readStoredPrinters,
  type StoredPrinters,
  storePrinters,
} from '../printer/printerSettingsStore.ts'
import { markResumed, readHealth } from '../printer/printerStates.ts'
import { matchesBook, type PrinterRule } from '../printer/routing.ts'
import { countries } from '../shipping/places.ts'
import {
  checkedAlone,
  configOf,
  differences,
  lenientConfigOf,
  mistakesWithin,
  requireKnown,
  requirePrinter,
  type Settings,
  settingsMistakesOf,
  urlOf,
  withoutPrinter,
  withoutSecrets,
  withPrinter,
  withTimes,
} from './storedPrinters.ts'

const refreshIntervalMs = 2 * second
/** A refusal names no more. */
const maxNamedUsers = 10

export type PrinterRegister = PrinterSetUp & {
  config(): PrinterConfig
  printers(): Printers
  /** Throws an OperatorDataError when the printers cannot make every book of a catalog. */
  checkPrinters(catalog: Catalog): void
  /** Reads changes of other processes now. */
  refresh(): Promise<void>
  close(): void
}

type Deps = {
  db: Db
  vault: Vault
  transactor: Transactor
  clock: Clock
  log: Log
  catalog: Catalog
  /** Of the versions of the operator's data that are to take effect. */
  scheduled: () => readonly Catalog[]
  outbound: Outbound
  adapters: AdapterDeps
}

/** `file` is null where there is no printers.json. */
export async function openPrinterRegister(deps: Deps, file: PrintersFile | null): Promise<PrinterRegister> {
  const { db, vault, transactor, clock, log, catalog, scheduled, outbound, adapters } = deps
  const unsaved = withoutSecrets(file ?? defaultFile)
  const guarded = { ...adapters, client: guardedPrinterClient(outbound) }
  const depsOf = ({ trustedUrls }: Settings, rule: PrinterRule) =>
    trustedUrls.some(url => url === urlOf(rule)) ? adapters : guarded
  const load = (stored: StoredPrinters) => {
    // The faults of the sandbox's printer have no form: the file's count.
    const { simulator } = unsaved.content
    const content = { ...stored.content, ...(simulator && { simulator }) }
    const config = lenientConfigOf({ ...stored, content })
    return { stored, config, printers: openPrinters(config, rule => depsOf(stored, rule)) }
  }
  let current = load((await readStoredPrinters(db, vault)) ?? unsaved)

  let isFailing = false
  async function refresh(): Promise<void> {
    try {
      if ((await readPrintersVersion(db)) !== current.stored.version)
        current = load((await readStoredPrinters(db, vault)) ?? unsaved)
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'changed settings of printers could not be read')
      isFailing = true
    }
  }
  const timer = setInterval(refresh, refreshIntervalMs).unref()

  /** The mistakes of one printer, at paths within it. Null: of the shared times. */
  function mistakesOf(after: Settings, name: string | null): DataMistake[] {
    const index = after.content.printers.findIndex(printer => printer.name === name)
    const mistakes = index < 0 ? [] : urlMistakes(after, after.content.printers[index]!, '/settings/url')
    try {
      configOf(checkedAlone(after, name), { manufacturingSkus: null, countries: [], settingsMistakes })
    } catch (error) {
      if (!(error instanceof OperatorDataError)) throw error
      return mistakes.concat(mistakesWithin(error.mistakes, index))
    }
    return mistakes
  }

  const allSkus = () => [...new Set([catalog, ...scheduled()].flatMap(skusOf))]

  /** The books that would lose their printer. A book may come before its printer, or after. */
  const gapsOf = (before: Settings, after: Settings): DataMistake[] =>
    coverageMistakes(after.content.printers, allSkus(), [...countries.keys()], before.content.printers).map(
      mistake => ({ ...mistake, path: '' }),
    )

  function urlMistakes({ trustedUrls }: Settings, printer: { settings?: object }, path: string): DataMistake[] {
    const url = urlOf(printer)
    if (typeof url !== 'string' || trustedUrls.includes(url)) return []
    const problem = outbound.urlProblem(url)
    return problem === null ? [] : [{ path, text: say('the address {problem}', { problem }) }]
  }

  /** `edit` gets the newest printers; other changes wait. */
  async function save(
    { action, subject, actor, basedOn }: { action: string; subject: string | null; actor: string; basedOn?: number },
    edit: (before: Settings, work: UnitOfWork) => Settings | Promise<Settings>,
  ): Promise<void> {
    await transact(transactor, { now: clock(), actor }, async work => {
      const { tx, newId } = work
      await lockPrinterSettings(tx)
      const before = (await readStoredPrinters(tx, vault)) ?? unsaved
      if (basedOn !== undefined && basedOn !== before.version) throw changedMeanwhile()
      const after = { ...(await edit(before, work)), version: before.version + 1 }
      refuse([...mistakesOf(after, subject), ...(subject === null ? [] : gapsOf(before, after))])
      await storePrinters(tx, vault, after)
      const details = differences(before, after, subject)
      await appendAudit(tx, newId, { at: work.now, actor, action, accountId: null, subject, details })
    })
    await refresh()
  }

  return {
    config: () => current.config,
    printers: () => current.printers,
    refresh,
    close: () => clearInterval(timer),
    checkPrinters(sold) {
      const uncovered = coverageMistakes(current.config.printers, skusOf(sold), [...countries.keys()])
      const place = current.stored.version > 0 ? 'Printers' : 'printers.json'
      if (uncovered.length > 0) throw new OperatorDataError(uncovered.map(mistake => ({ ...mistake, file: place })))
    },
    async read() {
      await refresh()
      return { ...presentSettings(current, file !== null, new Set(allSkus())), books: booksOf(catalog) }
    },
    async add(printer, actor) {
      await save({ action: 'printer_added', subject: printer.name, actor }, async (before, { tx, now }) => {
        if (before.content.printers.some(({ name }) => name === printer.name)) throw nameInUse(printer.name)
        // Of a printer that was removed from printers.json.
        await requireNoUsers(tx, printer.name, now)
        return withPrinter(before, printer)
      })
    },
    async change(printer, basedOn, actor) {
      await save({ action: 'printer_changed', subject: printer.name, actor, basedOn }, async (before, { tx }) => {
        const stored = requirePrinter(before, printer.name)
        requireKnown(stored)
        if (stored.adapter !== printer.adapter) await requireNoJobs(tx, printer.name)
        return withPrinter(before, printer)
      })
    },
    async remove(name, basedOn, actor) {
      await save({ action: 'printer_removed', subject: name, actor, basedOn }, async (before, { tx, now }) => {
        requirePrinter(before, name)
        await requireNoJobs(tx, name)
        await requireNoUsers(tx, name, now)
        // Another printer of this name starts without its pause.
        await markResumed(tx, name, now)
        return withoutPrinter(before, name)
      })
    },
    saveTimes: (times, basedOn, actor) =>
      save({ action: 'printer_times_changed', subject: null, actor, basedOn }, async (before, { tx, wake, now }) => {
        // Not before each process has the new times.
        const at = later(now, 2 * refreshIntervalMs)
        await watchAllJobs(tx, at)
        wake('watch_printers', at)
        return withTimes(before, times)
      }),
    async tryConnection(printer) {
      await refresh()
      const after = withPrinter(current.stored, printer)
      const mistakes = settingsMistakesOf(after, printer.name).concat(
        urlMistakes(after, requirePrinter(after, printer.name), '/url'),
      )
      refuse(mistakes.map(mistake => ({ ...mistake, path: `/settings${mistake.path}` })))
      const rule = lenientConfigOf(after).printers.find(({ name }) => name === printer.name)!
      return presentContact(await tryPrinter(rule, depsOf(after, rule)))
    },
    async rulesWith(printer) {
      await refresh()
      const after = withPrinter(current.stored, printer)
      refuse(mistakesOf(after, printer.name))
      return lenientConfigOf(after).printers
    },
  }
}

/** An adapter does not know the jobs of another. */
async function requireNoJobs(tx: Tx, printer: string): Promise<void> {
  const [health] = await readHealth(tx, [printer])
  if (health!.openJobs > 0)
    throw new Refusal(
      'wrong_state',
      say(
        '{printer} has {count, plural, one {# open job} other {# open jobs}}. Pause it and wait until they are over, or move them to other printers.',
        { printer, count: health!.openJobs },
      ),
    )
}

async function requireNoUsers(tx: Tx, printer: string, now: Date): Promise<void> {
  const users = await readPrinterUsers(tx, printer, now)
  if (users.length === 0) return
  const named = users.slice(0, maxNamedUsers).join(', ')
  throw new Refusal(
    'wrong_state',
    users.length > maxNamedUsers
      ? say('{users} and {count} more belong to {printer}. Remove these people and keys in People first.', {
          users: named,
          count: users.length - maxNamedUsers,
          printer,
        })
      : say('{users} belong to {printer}. Remove these people and keys in People first.', { users: named, printer }),
  )
}

function refuse(mistakes: readonly DataMistake[]): void {
  if (mistakes.length > 0) throw new OperatorDataError(mistakes)
}

const skusOf = (catalog: Pick<Catalog, 'list'>) => catalog.list().map(({ manufacturingSku }) => manufacturingSku)

const changedMeanwhile = () =>
  new Refusal(
    'printers_changed',
    say('Somebody else changed the printers meanwhile. Your changes were not saved: reload, and enter them again.'),
  )

function nameInUse(printer: string): Refusal {
  const detail = say('There is a printer {printer} already.', { printer })
  return new Refusal('already_exists', detail, [{ pointer: '/name', code: 'already_exists', detail }])
}

function presentSettings(
  { stored: { version, content, secrets }, config }: { stored: StoredPrinters; config: PrinterConfig },
  hasFile: boolean,
  skus: ReadonlySet<string>,
): Omit<PrinterSettings, 'books'> {
  const hours = (ms: number) => ms / hour
  return {
    source: version > 0 ? 'console' : hasFile ? 'file' : 'default',
    hasFile,
    version,
    printers: content.printers.map(({ settings = {}, ...printer }) => ({
      ...{ title: null, copiesPerDay: null, paper: null, bindingCodes: false, labelsAtScan: null, ...printer },
      settings: settings as Record<string, unknown>,
      secrets: Object.keys(secrets[printer.name] ?? {}),
      unmatched: skus.size === 0 ? [] : printer.makes.filter(pattern => !matchesBook(pattern, skus)),
    })),
    times: {
      alarmAfterHours: {
        submission: hours(config.agesMs.submission),
        acceptance: hours(config.agesMs.acceptance),
        shipping: hours(config.agesMs.shipping),
        cancellation: hours(config.agesMs.cancellation),
      },
      rerouteAfterHours: config.rerouteAfterMs === null ? null : hours(config.rerouteAfterMs),
      staffEmail: config.staffEmail,
    },
  }
}

const booksOf = (catalog: Catalog) =>
  catalog.list().flatMap(({ manufacturingSku, name, retired }) => (retired ? [] : [{ manufacturingSku, name }]))

function presentContact(contact: Contact | null): PrinterContact {
  if (contact === null) return { works: null, detail: say('This kind of connection cannot be tried without a job.') }
  if (contact === 'unreadable') return { works: false, detail: say('The address answers, but not in this protocol.') }
  if (contact.kind === 'lost')
    return { works: false, detail: say('The address does not answer: {cause}', { cause: contact.cause }) }
  const { status } = contact
  if (status === 200) return { works: true, detail: say('The printer answers, and lists its jobs.') }
  return {
    works: false,
    detail:
      status === 401 || status === 403
        ? say('The printer does not accept the secret: it answers with status {status}.', { status })
        : say('The printer answers with status {status}.', { status }),
  }
}
