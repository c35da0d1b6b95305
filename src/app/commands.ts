// What an operator does by hand, once: `npm start -- create-admin you@example.com`. With NODE_ENV=production this is
// the only way to create the first person.

import { checkEmail, checkName, createAccount, createKey, createPerson, revokeKey } from '../accounts/accounts.ts'
import { appendAudit } from '../accounts/audit.ts'
import type { OperatorScope } from '../accounts/keys.ts'
import { listOperators, removeOperator } from '../accounts/operators.ts'
import { forgetSecondFactors } from '../accounts/sessions.ts'
import { randomBase62 } from '../base/ids.ts'
import type { Mode } from '../base/mode.ts'
import { Refusal } from '../base/refusal.ts'
import { adoptSecretKey } from '../db/secretKey.ts'
import { audit, isLateness, isViolation } from '../orders/audit.ts'
import { dayToCompare, reconcileDay } from '../payments/books/reconcile.ts'
import type { App, Replaced } from './app.ts'

type Command = {
  usage: string
  does: string
  arguments: number
  /** The number of arguments that may be left out. */
  optional?: number
  /** How the command opens the service, where that differs from serving. */
  opens?: Pick<Replaced, 'takesAnyKey'>
  run(app: App, given: string[]): Promise<Record<string, unknown>>
}

const actor = 'command'

export const commands: Record<string, Command> = {
  'create-admin': {
    usage: 'create-admin EMAIL',
    does: 'creates a member of the support staff, with a sign-in and a staff key',
    arguments: 1,
    run: (app, [email]) => createOperator(app, { kind: 'staff' }, email!),
  },
  'create-printer': {
    usage: 'create-printer EMAIL [PRINTER]',
    does: "creates a printer's sign-in and key, for one printer of printers.json or for all of them",
    arguments: 1,
    optional: 1,
    run: (app, [email, printer = null]) => createOperator(app, { kind: 'printer', printer }, email!),
  },
  'create-account': {
    usage: 'create-account NAME EMAIL',
    does: 'creates a customer account with its first user and a key for each mode',
    arguments: 2,
    async run(app, [name, email]) {
      const deps = { ...app, db: app.database.db }
      checkName(name!)
      await checkEmail(deps, email!) // checked before the account is created, which should not exist without its user
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
  'list-operators': {
    usage: 'list-operators',
    does: 'lists the sign-ins and the live keys of the staff and of printers',
    arguments: 0,
    run: ({ database }) => listOperators(database.db),
  },
  'remove-operator': {
    usage: 'remove-operator EMAIL',
    does: 'deletes a sign-in of the staff or of a printer, and ends its sessions; its keys stay until they are revoked',
    arguments: 1,
    async run(app, [email]) {
      await removeOperator({ ...app, db: app.database.db }, email!, actor)
      return { removed: email }
    },
  },
  'revoke-key': {
    usage: 'revoke-key KEY_ID',
    does: 'revokes a key of the staff, of a printer or of a customer',
    arguments: 1,
    async run(app, [keyId]) {
      await revokeKey({ ...app, db: app.database.db }, { keyId: keyId!, owner: null }, actor)
      return { revoked: keyId }
    },
  },
  'adopt-secret-key': {
    usage: 'adopt-secret-key',
    does: "makes the current SECRET_KEY this database's own when the old key is lost; what the old key sealed stays closed",
    arguments: 0,
    opens: { takesAnyKey: true },
    run: ({ database, vault, clock, newId }) =>
      database.db.transaction().execute(async tx => {
        await adoptSecretKey(tx, vault)
        const secondFactorsForgotten = await forgetSecondFactors(tx)
        const details = { secondFactorsForgotten }
        const act = { at: clock(), actor, action: 'secret_key_adopted', accountId: null, subject: null, details }
        await appendAudit(tx, newId, act)
        return details
      }),
  },
  reconcile: {
    usage: 'reconcile [DATE]',
    does: "compares the books of a day (by default yesterday, in UTC) with the payment provider's",
    arguments: 0,
    optional: 1,
    async run({ database, payments, clock }, [given]) {
      const now = clock()
      const comparison = await reconcileDay({ db: database.db, payments }, dayToCompare(given, now), now)
      if (comparison.differences.length > 0) process.exitCode = 1
      return comparison
    },
  },
  audit: {
    usage: 'audit',
    does: 'checks everything that must be true of the stored data',
    arguments: 0,
    async run({ database, clock }) {
      const findings = await audit(database.patientDb, clock())
      // The embedded database can be judged only while the service is stopped, when whatever waits on time becomes
      // late.
      const [late, faults] = [findings.filter(isLateness), findings.filter(one => !isLateness(one))]
      if (faults.length > 0) process.exitCode = 1
      return {
        violations: faults.filter(isViolation),
        unjudged: faults.filter(one => !isViolation(one)),
        late: late.flatMap(({ rows }) => rows),
      }
    },
  },
}

export const usage = (): string =>
  Object.values(commands)
    .map(({ usage, does }) => `  npm start -- ${usage}\n      ${does}`)
    .join('\n')

async function createOperator(app: App, scope: OperatorScope, email: string) {
  const deps = { ...app, db: app.database.db }
  await checkEmail(deps, email)
  const password = randomBase62(20)
  if (scope.kind === 'printer' && scope.printer !== null && !app.printers.includes(scope.printer)) {
    throw new Refusal('malformed_request', `There is no printer ${scope.printer}; there is ${app.printers.join(', ')}.`)
  }
  await createPerson(deps, { ...scope, name: email, email, password }, actor)
  const { authorization } = await createKey(deps, scope, email, actor) // so that a list says whose key it is
  return { email, password, authorization }
}
