import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

test('the limit of open files is the one that the process was given', () => {
  const file = join(import.meta.dirname, 'openFiles.ts')
  const say = `import { mostOpenFiles } from ${JSON.stringify(file)}; console.log(mostOpenFiles())`
  const args = ['-c', 'ulimit -n 234 && exec "$0" --input-type=module --eval "$1"', process.execPath, say]
  assert.equal(execFileSync('/bin/sh', args, { encoding: 'utf8' }), '234\n')
})
