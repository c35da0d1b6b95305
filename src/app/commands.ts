// The commands of an operator, such as `npm start -- create-admin you@example.com`. With NODE_ENV=production a command
// is the only way to create the first person.

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { checkEmail, checkName, createAccount, createKey, createPerson, revokeKey } from '../accounts/accounts.ts'
import { appendAudit } from '../accounts/auditLog.ts'
import { listOperators, removeOperator } from '../accounts/people/operators.ts'
import { clearSecondFactors } from '../accounts/signIn/sessions.ts'
import { systemClock } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import { Refusal } from '../base/refusal.ts'
import { randomBase62 } from '../base/secrets/ids.ts'
import { type BookFormat, writeBooks } from '../catalog/bookSheet.ts'
import { emptyCatalog } from '../catalog/catalog.ts'
import { noPriceLists } from '../catalog/priceLists.ts'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { adoptSecretKey } from '../db/secretKey.ts'
import { audit, isLateness, isViolation } from '../features/audit/audit.ts'
import { contentFiles } from '../features/shop/content.ts'
import { changedLists, contentDifferences, priceDifferences } from '../features/shop/differences.ts'
import { publishVersion } from '../features/shop/publishVersion.ts'
import { dayToCompare, reconcileDay } from '../payments/books/reconcile.ts'
import type { App, AppOverrides } from './app.ts'
import { examine } from './doctor.ts'
import { moveAway, moveIn } from './moveAccount.ts'
import { bookFiles, checkOperatorFiles, loadOperatorFiles } from './operatorFiles.ts'
import { resealSecrets } from './resealSecrets.ts'

type CommandHelp = {
  usage: string
  summary: string
  /** The number of required arguments. */
  arguments: number
  /** The number of further arguments, which may be left out. */
  optional?: number
  /** The numbers and lists of its result that let its process end with 1, unless they are 0 or empty. */
  failsOn?: string[]
}

type Command = CommandHelp & {
  /** Where the command opens the service in another way than serving. */
  overrides?: Pick<AppOverrides, 'replacesSecretKey' | 'isAlone'>
  run(app: App, args: string[]): Promise<Record<string, unknown>>
}

/** A command that does not start the service. */
type ConfigCommand = CommandHelp & { run(config: Config, args: string[]): Promise<Record<string, unknown>> }

const actor = 'command'

export const commands: Record<string, Command> = {
  'create-admin': {
    usage: 'create-admin EMAIL [with-key]',
    summary: 'creates an owner among the staff with a sign-in and, with with-key, a staff key of that person',
    arguments: 1,
    optional: 1,
    run: (app, [email, option]) => createAdmin(app, email!, option),
  },
  'create-metrics-key': {
    usage: 'create-metrics-key [LABEL]',
    summary:
      'creates a key for Prometheus, which reads the metrics and can do nothing else, and prints it as its basic_auth',
    arguments: 0,
    optional: 1,
    async run(app, [label = 'Prometheus']) {
      const deps = { ...app, db: app.database.db }
      const { authorization } = await createKey(deps, { kind: 'metrics' }, label, actor)
      const [username, password] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':')
      return { username, password, authorization }
    },
  },
  'create-printer': {
    usage: 'create-printer EMAIL [PRINTER]',
    summary: "creates a printer's sign-in and key, for one of the printers or for all of them",
    arguments: 1,
    optional: 1,
    run: (app, [email, printer = null]) => createPrinter(app, email!, printer),
  },
  'create-account': {
    usage: 'create-account NAME EMAIL',
    summary: 'creates a customer account with its first user and a key for each mode',
    arguments: 2,
    async run(app, [name, email]) {
      const deps = { ...app, db: app.database.db }
      checkName(name!)
      await checkEmail(deps, email!) // before the account is created, because an account must not exist without its user
      const { accountId, webhookSecrets } = await createAccount(
        deps,
        { name: name!, holderEmail: email!, enterprise: false },
        actor,
      )
      const password = randomBase62(20)
      await createPerson(deps, { kind: 'customer', accountId, name: name!, email: email!, password }, actor)
      const key = async (mode: Mode) => ({
        authorization: (await createKey(deps, { kind: 'customer', accountId, mode }, 'First key', actor)).authorization,
        webhookSecret: webhookSecrets[mode],
      })
      return { accountId, email, password, sandbox: await key('sandbox'), production: await key('production') }
    },
  },
  'operator-data diff': {
    usage: 'operator-data diff DIR',
    summary:
      "compares the operator's data in DIR with the newest version: values that differ, and prices of a copy before and after",
    arguments: 1,
    async run({ operatorVersions }, [folder]) {
      const newest = operatorVersions.newest()
      const { content, ...after } = await loadOperatorFiles(resolve(folder!))
      const before =
        newest === 0 ? { catalog: emptyCatalog, priceLists: noPriceLists } : operatorVersions.byNumber(newest)
      const differences = await contentDifferences((await operatorVersions.contentOf(newest))!, content)
      return {
        comparedWith: newest,
        differences,
        prices: await priceDifferences(before, after, changedLists(differences)),
      }
    },
  },
  'operator-data import': {
    usage: 'operator-data import DIR REASON',
    summary:
      "publishes the operator's data in DIR as the next version, which takes effect within seconds, without a restart",
    arguments: 2,
    run: importOperatorData,
  },
  'operator-data export': {
    usage: 'operator-data export DIR [VERSION] [csv|xlsx]',
    summary:
      "writes a version of the operator's data to files in DIR, by default the newest version; with csv or xlsx, its books as a spreadsheet",
    arguments: 1,
    optional: 2,
    run: exportOperatorData,
  },
  'list-operators': {
    usage: 'list-operators',
    summary: 'lists the sign-ins of the staff and of printers, and the live keys of the operator with their owners',
    arguments: 0,
    run: ({ database }) => listOperators(database.db),
  },
  'remove-operator': {
    usage: 'remove-operator EMAIL',
    summary:
      "deletes a sign-in of the staff or of a printer, ends its sessions and revokes the person's own keys; the keys of printers stay",
    arguments: 1,
    async run(app, [email]) {
      await removeOperator({ ...app, db: app.database.db }, { email: email! }, actor)
      return { removed: email }
    },
  },
  'revoke-key': {
    usage: 'revoke-key KEY_ID',
    summary: 'revokes a key of the staff, of a printer, of Prometheus or of a customer',
    arguments: 1,
    async run(app, [keyId]) {
      await revokeKey({ ...app, db: app.database.db }, { keyId: keyId!, owner: null }, actor)
      return { revoked: keyId }
    },
  },
  'export-account': {
    usage: 'export-account ACCOUNT_ID DIR|undo',
    summary:
      'stops all work of an account, and writes everything of it to DIR for another installation; with undo, it works here again',
    arguments: 2,
    run: moveAway,
  },
  'import-account': {
    usage: 'import-account DIR [same-payment-account]',
    summary:
      'brings in an account from the DIR of export-account, whose key is in EXPORT_KEY; its cards too, if both installations charge by the same payment account',
    arguments: 1,
    optional: 1,
    run: moveIn,
  },
  'adopt-secret-key': {
    usage: 'adopt-secret-key',
    summary:
      'makes the current SECRET_KEY the key of this database when the old key is lost; secrets of the old key stay closed',
    arguments: 0,
    overrides: { replacesSecretKey: true, isAlone: true },
    run: ({ database, vault, clock, newId }) =>
      database.db.transaction().execute(async tx => {
        await adoptSecretKey(tx, vault)
        const secondFactorsForgotten = await clearSecondFactors(tx)
        const details = { secondFactorsForgotten }
        const act = { at: clock(), actor, action: 'secret_key_adopted', accountId: null, subject: null, details }
        await appendAudit(tx, newId, act)
        return details
      }),
  },
  'reseal-secrets': {
    usage: 'reseal-secrets',
    summary:
      'encrypts every secret that SECOND_SECRET_KEY opens with SECRET_KEY, after which the second key is no longer needed',
    arguments: 0,
    run: app => resealSecrets({ ...app, db: app.database.db }, actor),
  },
  'detach-copy': {
    usage: 'detach-copy',
    summary:
      'removes the settings of Set-up and of printers from a copy of a database: the copy would charge, mail and print like the original',
    arguments: 0,
    overrides: { isAlone: true },
    run: ({ database, clock, newId }) =>
      database.db.transaction().execute(async tx => {
        const { rows } = await sql<{ name: string }>`delete from installation_settings returning name`.execute(tx)
        const { numAffectedRows } = await sql`delete from printer_settings`.execute(tx)
        const act = { at: clock(), actor, action: 'copy_detached', accountId: null, subject: null }
        await appendAudit(tx, newId, act)
        return { settings: rows.map(({ name }) => name).sort(), printers: numAffectedRows === 1n }
      }),
  },
  'adopt-storage': {
    usage: 'adopt-storage',
    summary:
      'makes the current storage of print files the storage of this database, after files were moved without their mark or lost',
    arguments: 0,
    async run(app) {
      await app.adoptStorage()
      return { adopted: true }
    },
  },
  doctor: {
    usage: 'doctor',
    summary:
      'says whether this installation is sound: clock, database, backups, storage, mail, addresses, disk, open files, audit',
    arguments: 0,
    failsOn: ['problems'],
    async run(app) {
      const checks = await examine(app)
      const problems = checks.filter(({ result }) => result === 'problem').length
      return { problems, warnings: checks.filter(({ result }) => result === 'warning').length, checks }
    },
  },
  archive: {
    usage: 'archive list|check|restore [ACCOUNT_ID] [CUSTOMER_ORDER_ID]',
    summary:
      'lists the files of archived orders, checks that they are as they were written, or brings the file with an order back for 30 days',
    arguments: 1,
    optional: 2,
    failsOn: ['faulty'],
    run: (app, args) => useArchive(app, args),
  },
  reconcile: {
    usage: 'reconcile [DATE]',
    summary: "compares the books of a day (by default yesterday, in UTC) with the payment provider's",
    arguments: 0,
    optional: 1,
    failsOn: ['differences'],
    async run({ database, payments, clock }, [date]) {
      const now = clock()
      return reconcileDay({ db: database.db, payments }, dayToCompare(date, now), now)
    },
  },
  audit: {
    usage: 'audit',
    summary: 'checks everything that must be true of the stored data',
    arguments: 0,
    failsOn: ['violations', 'archive', 'notChecked'],
    async run({ database, clock, archive }) {
      const findings = await audit(database.longRunningDb, clock())
      const { faulty } = await archive.check('all')
      // The embedded database can be audited only while the service is stopped, when scheduled work becomes late.
      const [late, faults] = [findings.filter(isLateness), findings.filter(finding => !isLateness(finding))]
      return {
        violations: faults.filter(isViolation),
        archive: faulty,
        notChecked: faults.filter(finding => !isViolation(finding)),
        late: late.flatMap(({ rows }) => rows),
      }
    },
  },
}

export const configCommands: Record<string, ConfigCommand> = {
  'operator-data check': {
    usage: 'operator-data check [DIR]',
    summary:
      "checks the operator's data in DIR, by default in OPERATOR_DIR: lists every mistake, and values that are improbable",
    arguments: 0,
    optional: 1,
    failsOn: ['mistakes'],
    async run({ operatorDir }, [folder]) {
      const checked = folder === undefined ? operatorDir : resolve(folder)
      if (checked === null) throw new Refusal('malformed_request', 'OPERATOR_DIR is not set: name a folder.')
      return checkOperatorFiles(checked)
    },
  },
  migrate: {
    usage: 'migrate',
    summary: 'brings the schema of the database up to date, which a start otherwise does, and lists what it applied',
    arguments: 0,
    async run({ databaseUrl, databaseSchema, dataDir }) {
      const database = await openDatabase({ databaseUrl, databaseSchema, dataDir })
      const applied = await migrate(database, systemClock()).finally(() => database.close())
      return { applied }
    },
  },
}

export const usage = (): string =>
  Object.values<CommandHelp>({ ...commands, ...configCommands })
    .map(({ usage, summary }) => `  npm start -- ${usage}\n      ${summary}`)
    .join('\n')

async function useArchive({ archive, clock }: App, [what, account, customerOrderId]: string[]) {
  const accountId = account ?? null
  switch (what) {
    case 'list':
      return { files: await archive.list(accountId) }
    case 'check':
      return archive.check('all')
    case 'restore': {
      if (accountId === null || customerOrderId === undefined)
        throw new Refusal(
          'malformed_request',
          'Name the account and the order: archive restore ACCOUNT_ID CUSTOMER_ORDER_ID.',
        )
      const restored = await archive.restore({ accountId, customerOrderId }, { now: clock(), actor })
      if (restored === 0)
        throw new Refusal('order_not_found', `Account ${accountId} has no archived order ${customerOrderId}.`)
      return { restored }
    }
    default:
      throw new Refusal('malformed_request', `got ${what}; expected list, check or restore`)
  }
}

async function importOperatorData(app: App, [folder, reason]: string[]) {
  const { operatorVersions, transactor, clock } = app
  const { content } = await loadOperatorFiles(resolve(folder!))
  const [newest] = operatorVersions.list()
  const basedOn = operatorVersions.newest()
  if (
    newest !== undefined &&
    (await contentDifferences((await operatorVersions.contentOf(basedOn))!, content)).length === 0
  )
    return { version: newest.version, effectiveAt: newest.effectiveAt, isNew: false }
  const { version, effectiveAt } = await publishVersion(
    { transactor, clock, operatorVersions, checkPrinters: app.checkPrinters },
    { content, basedOn, reason: reason!, effectiveAt: null },
    { now: clock(), actor },
  )
  return { version, effectiveAt, isNew: true }
}

async function exportOperatorData({ operatorVersions }: App, [folder, ...options]: string[]) {
  const number = options.find(option => /^\d+$/.test(option))
  const format = options.find(isBookFormat)
  const unknown = options.find(option => option !== number && option !== format)
  if (unknown !== undefined)
    throw new Refusal('malformed_request', `got ${unknown}; expected the number of a version, csv or xlsx`)
  const version = number === undefined ? operatorVersions.newest() : Number(number)
  const content = version === 0 ? null : await operatorVersions.contentOf(version)
  if (content === null) throw new Refusal('not_found', `There is no version ${version} of the operator's data.`)
  const target = resolve(folder!)
  await mkdir(target, { recursive: true })
  const files: string[] = []
  // A file that an earlier export has left is not of this version.
  for (const name of Object.values(bookFiles)) await rm(join(target, name), { force: true })
  for (const part of Object.keys(contentFiles) as (keyof typeof contentFiles)[]) {
    const file = join(target, contentFiles[part])
    if (content[part] === undefined) await rm(file, { force: true })
    else {
      const isElsewhere = part === 'catalog' && format !== undefined
      const value = isElsewhere ? { ...(content.catalog as object), skus: [] } : content[part]
      await writeFile(file, `${JSON.stringify(value, null, 2)}\n`)
      files.push(file)
    }
  }
  if (format !== undefined) {
    const file = join(target, bookFiles[format])
    await writeFile(file, writeBooks(content.catalog, format, { separator: ',', decimalMark: '.' }))
    files.push(file)
  }
  return { version, files }
}

const isBookFormat = (option: string): option is BookFormat => Object.hasOwn(bookFiles, option)

async function createAdmin(app: App, email: string, option: string | undefined) {
  const deps = { ...app, db: app.database.db }
  if (option !== undefined && option !== 'with-key') {
    throw new Refusal('malformed_request', `got ${option}; after the email address only with-key is possible`)
  }
  await checkEmail(deps, email)
  const password = randomBase62(20)
  const { userId: ownerId } = await createPerson(deps, { kind: 'staff', name: email, email, password }, actor)
  if (option === undefined) return { email, password }
  const { authorization } = await createKey(deps, { kind: 'staff', ownerId, role: 'owner' }, email, actor)
  return { email, password, authorization }
}

async function createPrinter(app: App, email: string, printer: string | null) {
  const deps = { ...app, db: app.database.db }
  await checkEmail(deps, email)
  const password = randomBase62(20)
  if (printer !== null && !app.printers.includes(printer)) {
    throw new Refusal('malformed_request', `There is no printer ${printer}; there is ${app.printers.join(', ')}.`)
  }
  const scope = { kind: 'printer' as const, printer }
  await createPerson(deps, { ...scope, name: email, email, password }, actor)
  const { authorization } = await createKey(deps, scope, email, actor) // the label shows in a list who has the key
  return { email, password, authorization }
}
