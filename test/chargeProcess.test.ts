// A short form of test/support/killedCharges.ts; `npm run test:chaos -- --setting money` makes a long one.

import assert from 'node:assert/strict'
import { crashPoints } from '../src/base/running/crash.ts'
import { also } from './support/form.ts'
import { killAtEveryStep } from './support/killedCharges.ts'

also(
  'a daily charge of 1,000 orders of 50 accounts that is killed at every step takes and gives back each cent once',
  async t => {
    const steps = await killAtEveryStep({ accounts: 50, ordersPerAccount: 20, reads: false, time: 1 })
    t.diagnostic(`killed at ${steps.length} steps`)
    for (const point of crashPoints.filter(point => /^(charge|refund):/.test(point)))
      assert.ok(steps.includes(`point ${point}`), point)
    for (const outcome of [
      'charge: succeeded',
      'charge: declined',
      'charge: unknown',
      'charge: requires_action',
      'refund: succeeded',
    ])
      assert.ok(steps.includes(`called ${outcome}`), outcome)
    const commits = steps
      .filter(step => /^before \[.*\] commit after/.test(step))
      .map(step => step.replace('before', 'after'))
    assert.ok(commits.length >= 10, `${commits.length} commits`)
    // An outcome that nobody knew when a process died before its commit may be known to the next one, which then never
    // comes there.
    const missing = commits.filter(step => !steps.includes(step))
    assert.ok(missing.length <= 1, `died before these commits, and never after: ${missing.join(', ')}`)
  },
)
