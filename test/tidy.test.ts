// The house rules that no linter knows. dependency-cruiser checks the imports (npm run check).

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const root = new URL('..', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const sources = globSync(['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts'], { cwd: root })
const production = sources.filter(
  path => path.startsWith('src/') && !/\.test\.ts$|contract\.ts$|testing\.ts$/.test(path),
)

/** Lines of `files` that match, as `path:line`, except in the files that own the matter. */
function found(files: string[], pattern: RegExp, owners: string[]): string[] {
  return files
    .filter(path => !owners.includes(path))
    .flatMap(path =>
      read(path)
        .split('\n')
        .flatMap((line, i) =>
          pattern.test(line) && !/^\s*(\/\/|\*)/.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [],
        ),
    )
}

describe('the house is tidy:', () => {
  it('the environment is read in one file', () => {
    assert.deepEqual(found(production, /process\.env/, ['src/config/env.ts']), [])
  })

  it('the time is read in one file', () => {
    assert.deepEqual(found(production, /new Date\(|Date\.now\(|Temporal\.Now/, ['src/base/clock.ts']), [])
  })

  it('money is rounded, and made dollars of, in one file', () => {
    const pattern =
      /cents.*([*/] ?100\b|Math\.(round|floor|ceil|trunc)|toFixed)|(Math\.(round|floor|ceil|trunc)|toFixed).*cents/i
    assert.deepEqual(found(production, pattern, ['src/base/money.ts']), [])
  })

  it('no SQL asks the database for the time', () => {
    assert.deepEqual(
      found(production, /\bnow\(\)|current_timestamp|clock_timestamp/i, []).filter(line =>
        /sql|select|update|insert|where/i.test(line),
      ),
      [],
    )
  })

  it('the status of an order is written by the store of orders, for the one door', () => {
    const writers = production.filter(path => /update orders\b[^;`]*\bset\b[^`]*\bstatus\s*=/.test(read(path)))
    assert.deepEqual(writers, ['src/orders/store.ts'])
    const callers = production.filter(path => /\b(updateOrders|insertOrders|insertSteps)\b/.test(read(path)))
    assert.deepEqual(callers.sort(), ['src/orders/store.ts', 'src/orders/transition.ts'])
  })

  it('nothing is printed but by the process itself', () => {
    const printers = ['src/main.ts', 'src/app/welcome.ts']
    assert.deepEqual(found(production, /console\.(log|error|warn)/, printers), [])
  })

  it('no test runs alone, is left out, or sleeps', () => {
    const tests = sources.filter(path => path.endsWith('.test.ts') && path !== 'test/tidy.test.ts')
    assert.deepEqual(found(tests, /\.(only|skip|todo)\(|\b(it|describe|test)\.(only|skip)\b/, []), [])
    assert.deepEqual(found(tests, /node:timers\/promises|await new Promise\(\w+ => setTimeout/, []), [])
  })

  it('no comment is wider than the code beside it', () => {
    const written = globSync(['{src,test,bench,scripts,web,client}/**/*.{ts,tsx}'], {
      cwd: root,
      exclude: ['{web,client}/dist/**', '{web,client}/apiTypes.ts'],
    })
    // Neither the formatter nor the linter looks at comments. A table within one may be as wide as it needs to be.
    const wide = written.flatMap(path =>
      read(path)
        .split('\n')
        .flatMap((line, i) => (/^\s*(\/\/|\/?\*) ?\S/.test(line) && line.length > 120 ? [`${path}:${i + 1}`] : [])),
    )
    assert.deepEqual(wide, [])
  })

  it('nothing is left to do before merging', () => {
    assert.deepEqual(found(sources, /\b(TODO|FIXME|XXX)\b/, ['test/tidy.test.ts']), [])
  })

  it('what is marked as generated is there', () => {
    const marked = [...read('.gitattributes').matchAll(/^(\S+) +linguist-generated$/gm)].map(([, path]) => path!)
    assert.ok(marked.length > 0)
    assert.deepEqual(
      marked.filter(path => !existsSync(`${root}/${path}`)),
      [],
    )
  })

  it('the client, which is published on its own, comes with the same license', () => {
    assert.equal(read('client/LICENSE'), read('LICENSE'))
  })

  it('every text ends in a line end and has no path of one machine', () => {
    const texts = globSync(['*.md', '*.json', 'docs/**/*.md', 'src/**/*', 'scripts/*', 'operator/*', '.ci/*'], {
      cwd: root,
    }).filter(path => /\.\w+$|run$/.test(path))
    assert.deepEqual(
      texts.filter(path => !read(path).endsWith('\n')),
      [],
    )
    assert.deepEqual(found(texts, /\/(home|work|root|Users)\/\w/, []), [])
  })
})
