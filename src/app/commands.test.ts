import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../test/support/database.ts'
import { emptyPostgres } from '../../test/support/postgres.ts'
import { hour, instant, later } from '../base/clock.ts'
import type { Config } from '../config/config.ts'
import { readMigrations } from '../db/migrate.ts'
import type { App } from './app.ts'
import { commands, configCommands } from './commands.ts'

test('the command migrate brings the schema up to date once, and starts no service', async t => {
  const { databaseUrl, drop } = await emptyPostgres()
  t.after(drop)
  const config = { databaseUrl, dataDir: null } as unknown as Config
  const names = readMigrations().map(({ name }) => name)
  assert.deepEqual(await configCommands.migrate!.run(config, []), { applied: names })
  assert.deepEqual(await configCommands.migrate!.run(config, []), { applied: [] })
})

test('the audit lists work that became late while the service was stopped, and does not report it as a fault', async t => {
  const database = await freshPglite()
  t.after(() => database.close())
  const due = instant('2026-03-01T12:00:00Z')
  await sql`
    insert into accounts (account_id, name, holder_email, created_at)
    values ('acc_1', 'Test', 'holder@example.com', ${due})`.execute(database.db)
  await sql`
    insert into file_checks (account_id, check_id, mode, status, request, due_at, created_at)
    values ('acc_1', 'chk_1', 'sandbox', 'CHECKING', '{}', ${due}, ${due})`.execute(database.db)
  const archive = { check: async () => ({ checked: 0, faulty: [] }) }
  const result = await commands.audit!.run({ database, archive, clock: () => later(due, hour) } as unknown as App, [])
  assert.deepEqual(result, {
    violations: [],
    archive: [],
    notChecked: [],
    late: [{ account_id: 'acc_1', what: 'file check', due }],
  })
})
