import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createReaderPlaces } from './readerPlaces.ts'

function placesAt() {
  const time = { ms: 0 }
  const places = createReaderPlaces({ places: 3, maxPerHost: 2, patienceMs: 100, elapsedMs: () => time.ms })
  return { time, places }
}

it('a worker takes as many orders as it has places', () => {
  const { places } = placesAt()
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map(name => places.take(name, [name])),
    [true, true, true, false],
  )
  places.leave('b')
  assert.deepEqual([places.free(), places.take('e', [])], [1, true])
})

it('the orders of an account at one host leave places for other orders', () => {
  const { places } = placesAt()
  assert.deepEqual(
    ['a', 'b', 'c'].map(name => places.take(name, ['slow'])),
    [true, true, false],
  )
  assert.equal(places.take('d', ['other']), true)
})

it('an order leaves its place to another order after a while, but not its turn at its host', () => {
  const { time, places } = placesAt()
  places.take('a', ['slow'])
  places.take('b', ['slow'])
  places.take('c', [])
  time.ms = 100
  assert.equal(places.free(), 3)
  assert.deepEqual([places.take('d', ['slow']), places.take('e', ['other'])], [false, true])
  places.leave('a')
  assert.equal(places.take('d', ['slow']), true)
})
