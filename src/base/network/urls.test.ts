import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCallable } from './urls.ts'

const cases: [url: string, callable: boolean][] = [
  ['https://files.example/cover.pdf', true],
  ['https://files.example./cover.pdf', true],
  ['http://[::1]:8080/', true],
  ['http://a..b/', false],
  ['http://.a/', false],
  ['http://a../', false],
  ['http://files.example:0/', false],
  ['http://files.example:65536/', false],
  ['files.example', false],
]
for (const [url, callable] of cases) {
  test(`${url} is ${callable ? '' : 'not '}a URL that can be called`, () => {
    assert.equal(isCallable(url), callable)
  })
}
