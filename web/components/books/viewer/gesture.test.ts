import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maxZoom, minZoom, turnOf, zoomByPinch, zoomByWheel } from './gesture.ts'

describe('a page is enlarged', () => {
  it('by the wheel upward, and made smaller by the same movement downward', () => {
    const enlarged = zoomByWheel(2, -150)
    assert.ok(enlarged > 3 && enlarged < 4, String(enlarged))
    assert.ok(Math.abs(zoomByWheel(enlarged, 150) - 2) < 1e-9)
  })

  it('by as much as two fingers move apart', () => {
    assert.equal(zoomByPinch({ distance: 100, zoom: 1.5 }, 200), 3)
  })

  it('within its limits', () => {
    assert.equal(zoomByWheel(5, -10_000), maxZoom)
    assert.equal(zoomByWheel(2, 10_000), minZoom)
    assert.equal(zoomByPinch({ distance: 10, zoom: 2 }, 1000), maxZoom)
  })
})

describe('a page is turned', () => {
  const cases: [string, { right: number; down: number }, boolean, -1 | 1 | null][] = [
    ['forward by a swipe to the left, wherever it ends', { right: -60, down: 5 }, true, 1],
    ['back by a swipe to the right', { right: 60, down: -5 }, false, -1],
    ['forward by a click on the right half', { right: 2, down: 3 }, false, 1],
    ['back by a click on the left half', { right: 0, down: 0 }, true, -1],
    ['by no movement downward', { right: 50, down: 80 }, false, null],
    ['by no movement that is longer than a click and shorter than a swipe', { right: 30, down: 0 }, false, null],
  ]
  for (const [title, movement, isOnLeftHalf, step] of cases)
    it(title, () => assert.equal(turnOf(movement, isOnLeftHalf), step))
})
