// No text makes a regular expression slow: the time of each grows with the length of the text, not with its square.
// Customers can send texts of up to a megabyte, and one process serves all of them.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { it } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'
import { checkSync } from 'recheck'
import { second } from '../src/base/clock.ts'

type Expression = { source: string; flags: string; where: string }

const root = join(import.meta.dirname, '..')
const maxMs = 30 * second // for judging one

/** Too large to be judged. Each repeats a bounded number of times, or what begins with a character of its own. */
const judgedByHand = [
  /^\\d\{1,10\}\\s\{1,10\}\\d\{1,5\}\\s\{1,10\}obj\\b$/,
  // Lists of statuses; nothing but a comma comes between two.
  /^\^\(\?:[A-Za-z_|]+\)\(\?:,\(\?:[A-Za-z_|]+\)\)\*\$$/,
]

function literalsOf(file: string): Expression[] {
  const found: Expression[] = []
  const text = readFileSync(file, 'utf8')
  const visitor = new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const line = text.slice(0, node.start).split('\n').length
      found.push({ source: node.regex.pattern, flags: node.regex.flags, where: `${relative(root, file)}:${line}` })
    },
  })
  visitor.visit(parseSync(file, text).program)
  return found
}

function patternsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'pattern' in schema && typeof schema.pattern === 'string' ? [schema.pattern] : []
  return [...own, ...Object.values(schema).flatMap(patternsOf)]
}

function slownessOf({ source, flags, where }: Expression): string | null {
  if (judgedByHand.some(known => known.test(source))) return null
  const judged = checkSync(source, flags, { timeout: maxMs, randomSeed: 1 })
  if (judged.status === 'safe') return null
  if (judged.status === 'unknown') return `${where}: /${source}/ cannot be judged (${judged.error.kind})`
  return `${where}: /${source}/ is slow (${judged.complexity.summary}), for example with ${judged.attack.pattern}`
}

it('a slow expression is found', () => {
  assert.match(
    slownessOf({ source: '/+$', flags: '', where: 'a.ts:1' })!,
    /^a\.ts:1: .* is slow \(2nd degree polynomial\)/,
  )
})

it('no slow expression is in the program', () => {
  const files = globSync('{src,client,web}/**/*.{ts,tsx}', { cwd: root, exclude: ['web/dist'] })
  const literals = files.filter(file => !file.endsWith('.test.ts')).flatMap(file => literalsOf(join(root, file)))
  assert.ok(literals.length > 100)
  assert.deepEqual(literals.map(slownessOf).filter(Boolean), [])
})

it('no slow expression is among the patterns of the API', () => {
  const document = JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8'))
  const patterns = [...new Set(patternsOf(document))]
  assert.ok(patterns.length > 10)
  assert.deepEqual(
    patterns.map(source => slownessOf({ source, flags: 'u', where: 'openapi.json' })).filter(Boolean),
    [],
  )
})
