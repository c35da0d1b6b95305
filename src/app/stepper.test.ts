import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hour, instant, later, manualClock } from '../base/clock.ts'
import { createStepper } from './stepper.ts'

const start = instant('2026-03-01T00:00:00Z')

/** A world in which things become due at instants, each of which may make another due. */
function worldWith(due: Date[], next: (done: Date) => Date | null = () => null) {
  const clock = manualClock(start)
  const done: string[] = []
  const kept: Date[] = []
  const settle = async () => {
    for (const at of due.filter(at => at <= clock())) {
      due.splice(due.indexOf(at), 1)
      done.push(`${at.toISOString()} at ${clock().toISOString()}`)
      const more = next(at)
      if (more !== null) due.push(more)
    }
  }
  const nextDueAt = async () => due.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  const cleaned: Date[] = []
  const cleanUp = async () => void cleaned.push(clock())
  const moveTo = createStepper({ clock, settle, cleanUp, nextDueAt, keep: async now => void kept.push(now) })
  return { clock, done, kept, cleaned, moveTo, due }
}

describe('the manual clock', () => {
  it('does everything at the instant when it is due, earliest first, and stops at its goal', async () => {
    const world = worldWith([later(start, 3 * hour), later(start, hour), later(start, 9 * hour)])
    await world.moveTo(later(start, 5 * hour))
    assert.deepEqual(world.done, [
      '2026-03-01T01:00:00.000Z at 2026-03-01T01:00:00.000Z',
      '2026-03-01T03:00:00.000Z at 2026-03-01T03:00:00.000Z',
    ])
    assert.deepEqual(world.clock(), later(start, 5 * hour))
    assert.deepEqual(world.kept.at(-1), world.clock())
  })

  it('does what becomes due on the way', async () => {
    const world = worldWith([later(start, hour)], at => later(at, hour))
    await world.moveTo(later(start, 4 * hour))
    assert.equal(world.done.length, 4)
  })

  it('cleans up once, on arrival', async () => {
    const world = worldWith([later(start, hour)], at => later(at, hour))
    await world.moveTo(later(start, 4 * hour))
    assert.deepEqual(world.cleaned, [later(start, 4 * hour)])
  })

  it('makes two moves one after the other', async () => {
    const world = worldWith([])
    await Promise.all([world.moveTo(later(start, hour)), world.moveTo(later(start, 2 * hour))])
    assert.deepEqual(world.kept, [later(start, hour), later(start, 2 * hour)])
  })

  it('reports when something stays due, and can be moved again', async () => {
    const clock = manualClock(start)
    const nothing = async () => {}
    const moveTo = createStepper({
      clock,
      settle: nothing,
      cleanUp: nothing,
      nextDueAt: async () => start,
      keep: nothing,
    })
    await assert.rejects(moveTo(later(start, hour)), /stays due/)
    await assert.rejects(moveTo(later(start, hour)), /stays due/)
  })

  it('does not go back', async () => {
    const world = worldWith([])
    await world.moveTo(later(start, hour))
    await assert.rejects(world.moveTo(start), /cannot go back/)
  })
})
