import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

test('the limit of open files is the limit of the process', () => {
  const file = join(import.meta.dirname, 'openFiles.ts')
  const script = `import { maxOpenFiles } from ${JSON.stringify(file)}; console.log(maxOpenFiles())`
  const args = ['-c', 'ulimit -n 234 && exec "$0" --input-type=module --eval "$1"', process.execPath, script]
  assert.equal(execFileSync('/bin/sh', args, { encoding: 'utf8' }), '234\n')
})
