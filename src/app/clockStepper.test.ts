import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hour, instant, later, manualClock } from '../base/clock.ts'
import { createClockStepper } from './clockStepper.ts'

const start = instant('2026-03-01T00:00:00Z')

/** A world with work that is due at instants; each piece of work may make another due. */
function worldWith(due: Date[], next: (doneAt: Date) => Date | null = () => null) {
  const clock = manualClock(start)
  const done: string[] = []
  const savedTimes: Date[] = []
  const settle = async () => {
    for (const at of due.filter(at => at <= clock())) {
      due.splice(due.indexOf(at), 1)
      done.push(`${at.toISOString()} at ${clock().toISOString()}`)
      const nextAt = next(at)
      if (nextAt !== null) due.push(nextAt)
    }
  }
  const nextDueAt = async () => {
    const [at] = due.toSorted((a, b) => a.getTime() - b.getTime())
    return at === undefined ? null : { what: 'work', at }
  }
  const cleanUps: Date[] = []
  const cleanUp = async () => void cleanUps.push(clock())
  const moveTo = createClockStepper({
    clock,
    settle,
    cleanUp,
    nextDueAt,
    saveTime: async now => void savedTimes.push(now),
  })
  return { clock, done, savedTimes, cleanUps, moveTo, due }
}

describe('the manual clock', () => {
  it('the manual clock does all work at the instant at which it is due, earliest first, and stops at its goal', async () => {
    const world = worldWith([later(start, 3 * hour), later(start, hour), later(start, 9 * hour)])
    await world.moveTo(later(start, 5 * hour))
    assert.deepEqual(world.done, [
      '2026-03-01T01:00:00.000Z at 2026-03-01T01:00:00.000Z',
      '2026-03-01T03:00:00.000Z at 2026-03-01T03:00:00.000Z',
    ])
    assert.deepEqual(world.clock(), later(start, 5 * hour))
    assert.deepEqual(world.savedTimes.at(-1), world.clock())
  })

  it('the manual clock does the work that is due between the old and the new time', async () => {
    const world = worldWith([later(start, hour)], at => later(at, hour))
    await world.moveTo(later(start, 4 * hour))
    assert.equal(world.done.length, 4)
  })

  it('the manual clock cleans up once, on arrival', async () => {
    const world = worldWith([later(start, hour)], at => later(at, hour))
    await world.moveTo(later(start, 4 * hour))
    assert.deepEqual(world.cleanUps, [later(start, 4 * hour)])
  })

  it('the manual clock makes two moves one after the other', async () => {
    const world = worldWith([])
    await Promise.all([world.moveTo(later(start, hour)), world.moveTo(later(start, 2 * hour))])
    assert.deepEqual(world.savedTimes, [later(start, hour), later(start, 2 * hour)])
  })

  it('the manual clock throws when work stays due, with the name of the work, and can be moved again', async () => {
    const clock = manualClock(start)
    const nothing = async () => {}
    const moveTo = createClockStepper({
      clock,
      settle: nothing,
      cleanUp: nothing,
      nextDueAt: async () => ({ what: 'charge', at: start }),
      saveTime: nothing,
    })
    await assert.rejects(moveTo(later(start, hour)), /charge, due at 2026-03-01T00:00:00.000Z, stays due/)
    await assert.rejects(moveTo(later(start, hour)), /charge, due at 2026-03-01T00:00:00.000Z, stays due/)
  })

  it('the manual clock does not go back', async () => {
    const world = worldWith([])
    await world.moveTo(later(start, hour))
    await assert.rejects(world.moveTo(start), /cannot go back/)
  })
})
