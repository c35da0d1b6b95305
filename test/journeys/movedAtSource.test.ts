// An account that has moved to another installation: here nothing happens to it any more, and nobody prints its books.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { commands } from '../../src/app/commands.ts'
import { hour } from '../../src/base/clock.ts'
import { press, program } from '../support/actors.ts'
import { startWorld, type World } from '../support/world.ts'

async function exportOf({ app }: World, accountId: string, t: TestContext): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-moved-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  await commands['export-account']!.run(app, [accountId, folder])
}

it('the press desk of the source has no job of it, and the job is there again when the move is undone', async t => {
  await using world = await startWorld()
  const { call, charged, enterprise, demo } = world
  for (const [account, id] of [
    [charged, 'moves'],
    [enterprise, 'stays'],
  ] as const)
    await program(world, account, 'production').place(id)
  await world.advance(25 * hour)
  const { jobs, jobOf } = press(world)
  const ids = async () => (await jobs()).map((job: { customerOrderId: string }) => job.customerOrderId).sort()
  assert.deepEqual(await ids(), ['moves', 'stays'])
  const { jobId } = await jobOf('moves')
  const as = demo.printer.authorization
  const { items } = (await call(`/press/jobs/${jobId}`, { as })).body
  await exportOf(world, charged.accountId, t)
  assert.deepEqual(await ids(), ['stays'])
  for (const path of ['', '/ticket.pdf', '/files.zip'])
    assert.equal((await call(`/press/jobs/${jobId}${path}`, { as })).status, 404, path)
  assert.equal((await call(`/press/jobs/tickets.pdf?jobIds=${jobId}`, { as })).status, 404)
  assert.equal((await call(items[0].links.guts.url.replace(/^https?:\/\/[^/]+/, ''), {})).status, 404)
  assert.equal((await call(`/press/jobs/${jobId}/accept`, { method: 'POST', as })).status, 409)
  await commands['export-account']!.run(world.app, [charged.accountId, 'undo'])
  assert.deepEqual(await ids(), ['moves', 'stays'])
  await world.assertSound()
})
