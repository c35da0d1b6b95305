// The house rules that no linter knows. dependency-cruiser checks the imports (npm run check).

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const root = new URL('..', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const sources = globSync(['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts'], { cwd: root })
const production = sources.filter(path => path.startsWith('src/') && !/\.test\.ts$|contract\.ts$/.test(path))

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

  it('the lock file names the digest of every package, and no place to get it from', () => {
    const packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }> = JSON.parse(
      read('package-lock.json'),
    ).packages
    const loose = Object.entries(packages).filter(([path, one]) => path !== '' && !one.link && !one.integrity)
    assert.deepEqual(
      loose.map(([path]) => path),
      [],
    )
    assert.deepEqual(
      Object.values(packages).filter(({ resolved, link }) => resolved !== undefined && !link),
      [],
    )
  })

  it('the time is read in one file', () => {
    assert.deepEqual(found(production, /new Date\(|Date\.now\(|Temporal\.Now/, ['src/base/clock.ts']), [])
  })

  it('money is rounded, and made dollars of, in one file', () => {
    const pattern =
      /cents.*([*/] ?100\b|Math\.(round|floor|ceil|trunc)|toFixed)|(Math\.(round|floor|ceil|trunc)|toFixed).*cents/i
    assert.deepEqual(found(production, pattern, ['src/base/money.ts']), [])
  })

  it('no SQL asks the database for the time, except to compare the clocks', () => {
    assert.deepEqual(
      found(production, /\bnow\(\)|current_timestamp|clock_timestamp/i, ['src/db/time.ts']).filter(line =>
        /sql|select|update|insert|where/i.test(line),
      ),
      [],
    )
  })

  it('the status of an order is written by the store of orders, for the one door', () => {
    const writers = production.filter(path => /update orders\b[^;`]*\bset\b[^`]*\bstatus\s*=/.test(read(path)))
    assert.deepEqual(writers, ['src/orders/orderStore.ts'])
    const callers = production.filter(path => /\b(updateOrders|insertOrders|insertSteps)\b/.test(read(path)))
    assert.deepEqual(callers.sort(), [
      'src/orders/orderStore.ts',
      'src/orders/stepStore.ts',
      'src/orders/transition.ts',
    ])
  })

  it('every update of orders raises their version', () => {
    const updates = production.flatMap(path =>
      Array.from(read(path).matchAll(/update orders\b[^`]*?(?:\$\{[^}]*\}[^`]*?)*`/g), ([statement]) => ({
        path,
        statement,
      })),
    )
    assert.ok(updates.length > 5)
    const forgetful = updates.filter(({ statement }) => !/\bversion = \$\{nextVersion\(\)\}/.test(statement))
    assert.deepEqual(forgetful, [])
  })

  it('statements that go out together in a transaction, locks above all, have a stated order', () => {
    const together = production.flatMap(path =>
      Array.from(read(path).matchAll(/Promise\.all\((?:\[[^\]]*\]|[^;]*?)\)/g), ([found]) => `${path}: ${found}`),
    )
    assert.ok(together.length > 0)
    assert.deepEqual(
      together.filter(found => /\btx\b|\block[A-Z]\w*\(|\(work\b/.test(found)),
      [],
    )
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

  it('no list is spread into the arguments of push, which more than 100,000 of them overflow', () => {
    const written = globSync('{src,web,clients}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: ['{web,clients/*}/dist/**', 'src/**/*.test.ts'],
    })
    assert.ok(written.length > 500)
    assert.deepEqual(
      written.filter(path => /\.(?:push|unshift)\(\s*\.\.\./.test(readFileSync(`${root}/${path}`, 'utf8'))),
      [],
    )
  })

  it('no comment is wider than the code beside it', () => {
    const written = globSync(['{src,test,bench,scripts,site,languages,web,clients}/**/*.{ts,tsx}'], {
      cwd: root,
      exclude: ['{web,clients/*}/dist/**', '{web,clients/typescript}/apiTypes.ts'],
    })
    // Neither the formatter nor the linter looks at comments. A table within one may be as wide as it needs to be.
    const wide = written.flatMap(path =>
      read(path)
        .split('\n')
        .flatMap((line, i) => (/^\s*(\/\/|\/?\*) ?\S/.test(line) && line.length > 120 ? [`${path}:${i + 1}`] : [])),
    )
    assert.deepEqual(wide, [])
  })

  it('no retired word comes back', () => {
    // docs/glossary.md has the words that took their place.
    const retired = [
      /\b(most|least|fewest)[A-Z]\w*/,
      /\b(useAct|useAsked|useTyped|useKeptFocus|useOnePerson|unsay|neverMade|ofEarlierTry|beginAgain|queuedAgain)\b/,
      /\b(turnAway|spareDatabase|welcomeHolder|answerStrangers|watchStrangers|refuseTogether|nothingThere|sendLetter)\b/,
      /\b(heed|heeded|tellings?|newsroom|keepable|keepableIn|storedJson|sparing|standingOf|tellByHand)\b/,
      /\b(isBilledHere|canBeMade|beginSandboxWork|keepLook|forgetInSteps|keepIdentifiers|recipientForgotten)\b/,
      /\b(answeredApart|togetherOrAlone|inOneWork|listenTo|judgeTold|noteHeard|noteReach)\b/,
      /\b(endHolds|stopInTime|giveJobs|findOthers|refundsOwed|lettersOfMoney|tellOthers)\b/,
      /\b(keptSecretKey|patientDb|connectPatiently|keepBytes|letGo|closeToOthers|takesAnyKey|watchInstallation)\b/,
      /\b(recipientDays|keptFolder|postOffice|diceOf|leadTo|takeTurns|jobsAbreast|delaySentAt|weightOf)\b/,
      /\b(keptAt|handRef|tellOf[A-Z]\w*|askForOutcome|lookAtDispute|salesMade|saleCancelled|settleByHand)\b/,
      /\b(const|let|function|async) (told|said|heard)\b/,
      /\b(needsAPerson|isStillTaken|playHolder|playDispute|fileDesk|nextLookAt|staffExcept|personBehind|dueSync)\b/,
    ]
    const screens = globSync(['{web,clients}/**/*.{ts,tsx}'], {
      cwd: root,
      exclude: ['**/dist/**', '**/apiTypes.ts'],
    })
    const code = [...sources, ...screens].filter(path => path !== 'test/tidy.test.ts')
    assert.deepEqual(
      retired.flatMap(word => found(code, word, [])),
      [],
    )
  })

  // Pronouns in the place of a noun, and other habits that were translated.
  const habits =
    /\b(?:[Nn]obody|[Ww]hatever|[Ww]hoever|go(?:es)? on|is that of|are those of)\b|(?:^|[.:;|] )(?:Who|What) [a-z](?!.*\?)/

  it('the comments of all code but the tests keep to plain English', () => {
    const clean = globSync('{src,web,clients,site,scripts,languages,examples}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: ['**/*.test.ts', '**/dist/**', '**/node_modules/**'],
    })
    assert.ok(clean.length > 1200)
    const comment = (line: string) => /^\s*(?:\/\/|\/\*\*|\*) (.*)/.exec(line)?.[1] ?? ''
    assert.deepEqual(
      clean.flatMap(path =>
        read(path)
          .split('\n')
          .flatMap((line, i) => (habits.test(comment(line)) ? [`${path}:${i + 1} ${line.trim()}`] : [])),
      ),
      [],
    )
  })

  it('pages for customers and staff keep to plain English', () => {
    // Generated, or about a tool whose objects go on a layer; their number may only fall.
    const left: Record<string, number> = { 'docs/errors.md': 1, 'docs/preflight.md': 4, 'docs/templates.md': 2 }
    const pages = globSync(['docs/guides/*.md', 'clients/*/README.md'], { cwd: root })
    const own = [
      'emails',
      'errors',
      'file-checks',
      'files',
      'order-life',
      'packing-slips',
      'preflight',
      'proofs',
      'receiving-webhooks',
      'sandbox',
      'templates',
      'uploading-files',
      'versions',
      'webhook-retries',
      'webhooks',
    ].map(name => `docs/${name}.md`)
    const ofStaff = [
      'browser',
      'configuration',
      'deployment',
      'design',
      'glossary',
      'money',
      'operating',
      'operator-data',
      'parcels',
      'payments',
      'people',
      'performance',
      'press-api',
      'printer-protocols',
      'printers',
      'releasing',
      'scaling',
      'staff-api',
      'walk-through',
    ].map(name => `docs/${name}.md`)
    const more = ['ARCHITECTURE.md', ...pages, ...own, ...ofStaff].filter(path => {
      const lines = read(path).split('\n')
      return lines.filter(line => habits.test(line)).length > (left[path] ?? 0)
    })
    assert.deepEqual(more, [])
  })

  it('rows are sent by rowsOf, and not as parallel arrays, in which columns can be swapped', () => {
    const parallel = /unnest\(\s*\$\{[^`{}]*(?:\{[^{}]*\}[^`{}]*)*\}::\w+\[\]\s*,/
    assert.ok(parallel.test(`unnest(\${rows.map(({ id }) => id)}::text[], \${names}::text[])`))
    assert.deepEqual(
      production.filter(path => parallel.test(read(path))),
      [],
    )
  })

  it('rows are claimed in one way, which skips the rows of other workers', () => {
    assert.deepEqual(
      production.filter(path => /skip locked/.test(read(path))),
      ['src/db/unlockedRows.ts'],
    )
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

  it('the clients and the command line, which are published on their own, come with the same license', () => {
    assert.equal(read('clients/typescript/LICENSE'), read('LICENSE'))
    assert.equal(read('clients/cli/LICENSE'), read('LICENSE'))
    assert.equal(read('clients/python/LICENSE'), read('LICENSE'))
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
