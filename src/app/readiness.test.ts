import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { afterEach, it, mock } from 'node:test'
import { silentLog } from '../base/log.ts'
import { createStorageCheck } from './readiness.ts'

afterEach(() => mock.timers.reset())

it('a storage that accepts connections and never answers counts as unreachable after two seconds', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const probed = Promise.withResolvers<void>()
  const probeStorage = () => {
    probed.resolve()
    return new Promise<never>(() => {})
  }
  const health = createStorageCheck({ dataDir: tmpdir(), probeStorage, log: silentLog })()
  await probed.promise
  mock.timers.tick(2000)
  assert.equal((await health).storageAnswers, false)
})
