import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../test/support/database.ts'
import { emptyPostgres } from '../../test/support/postgres.ts'
import { hour, instant, later } from '../base/clock.ts'
import { sortableIds } from '../base/secrets/ids.ts'
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

test('a copy of a database loses the settings and printers that owners have set up, and says which', async t => {
  const database = await freshPglite()
  t.after(() => database.close())
  const { db } = database
  await sql`
    insert into installation_settings (name, sealed_value) values ('SMTP_URL', 'sealed'), ('PUBLIC_URL', 'sealed')`.execute(
    db,
  )
  await sql`
    insert into printer_settings (id, version, content, sealed_secrets, trusted_urls)
    values ('printers', 1, '{}', 'sealed', '{}')`.execute(db)
  const clock = () => instant('2026-03-01T12:00:00Z')
  const app = { database, clock, newId: sortableIds(clock) } as unknown as App
  const detach = () => commands['detach-copy']!.run(app, [])
  assert.deepEqual(await detach(), { settings: ['PUBLIC_URL', 'SMTP_URL'], printers: true })
  assert.deepEqual(await detach(), { settings: [], printers: false })
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
