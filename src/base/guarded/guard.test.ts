import assert from 'node:assert/strict'
import { it } from 'node:test'
import { maxChildren } from './guard.ts'

const gibibyte = 1024 ** 3

for (const [memory, cores, children] of [
  [64, 16, 16],
  [2, 8, 3],
  [0.9, 4, 1],
  [0.25, 4, 1],
] as const)
  it(`${memory} GiB of memory and ${cores} cores run ${children} children at once`, () => {
    assert.equal(maxChildren(memory * gibibyte, cores), children)
  })
