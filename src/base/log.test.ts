import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/support/database.ts'
import { createLog } from './log.ts'

function lineOf(err: unknown, pretty = false): string {
  const to = new PassThrough()
  createLog({ level: 'info', pretty, to }).error({ err }, 'task failed')
  return String(to.read())
}

// biome-ignore lint/suspicious/noExplicitAny: tests read lines of any shape
const loggedOf = (err: unknown): any => JSON.parse(lineOf(err)).err

for (const { name, fresh } of bothDatabases)
  describe(`an error of ${name}`, () => {
    const statements = {
      'a value that a constraint forbids': [
        sql`insert into settings (name, value) values (${'canary'}, ${null})`,
        { code: '23502', table: 'settings' },
      ],
      'a value that exists already': [
        sql`insert into settings (name, value) values ('canary', ''), (${'canary'}, ${'canary'})`,
        { code: '23505', table: 'settings', constraint: 'settings_pkey' },
      ],
      'a value of the wrong type': [sql`select ${'can"ary'}::text::int`, { code: '22P02' }],
      'an invalid statement': [sql`select nothing from settings where value = ${'canary'}`, { code: '42703' }],
    } as const

    for (const [what, [statement, expected]] of Object.entries(statements))
      test(`an error of ${name} about ${what} is logged without the values, and with its stack trace`, async () => {
        const { database, drop } = await fresh()
        const error: Error = await statement.execute(database.db).then(
          () => assert.fail('the statement succeeded'),
          error => error,
        )
        await drop()
        for (const pretty of [true, false]) assert.doesNotMatch(lineOf(error, pretty), /can"?\\?"?ary/)
        const { type, message, stack, ...rest } = loggedOf(error)
        assert.deepEqual(rest, expected)
        assert.equal(typeof type, 'string')
        assert.ok(message.length > 10)
        assert.match(stack, /^error: .*\n +at /)
      })
  })

test('trouble of the database is one warning in ten seconds, whoever meets it, and other errors stay errors', () => {
  const to = new PassThrough()
  const isOutage = (error: unknown) => (error as { code?: string }).code === '53100'
  const log = createLog({ level: 'info', pretty: false, to, isOutage })
  const full = Object.assign(new Error('the disk is full'), { code: '53100' })
  for (let i = 0; i < 1000; i++) log.error({ err: full, orderId: 'ord_1' }, 'the check of an order failed')
  log.warn({ err: full }, 'leases not renewed')
  log.error({ err: new Error('a bug') }, 'the check of an order failed')
  log.fatal({ err: full }, 'the process ends')
  const [outage, bug, end] = [to.read(), to.read(), to.read()].map(line => JSON.parse(line))
  assert.equal(to.read(), null)
  const { level, work, reason, others, msg } = outage
  assert.deepEqual(
    { level, work, reason, others, msg },
    {
      ...{ level: 40, work: 'the check of an order failed', reason: 'the disk is full', others: 0 },
      msg: 'the database is in trouble: work is put off',
    },
  )
  assert.deepEqual([bug.level, bug.err.message, bug.msg], [50, 'a bug', 'the check of an order failed'])
  assert.deepEqual([end.level, end.err.code, end.msg], [60, '53100', 'the process ends'])
})

test('an error is logged with its causes, and without extra fields', () => {
  const inner = Object.assign(new RangeError('too far'), { code: 'EFAR', body: 'canary' })
  const aggregate = Object.assign(new AggregateError([new Error('one'), new Error('two')], 'both'), {
    config: 'canary',
  })
  inner.cause = aggregate
  const outer = Object.assign(new TypeError('no', { cause: inner }), { headers: { cookie: 'canary' } })
  assert.doesNotMatch(lineOf(outer), /canary/)
  const { type, message, stack, cause, ...rest } = loggedOf(outer)
  assert.deepEqual([type, message, rest], ['TypeError', 'no', {}])
  assert.match(stack, /^TypeError: no\n +at /)
  assert.deepEqual([cause.type, cause.message, cause.code], ['RangeError', 'too far', 'EFAR'])
  assert.deepEqual(
    cause.cause.errors.map(({ message }: Error) => message),
    ['one', 'two'],
  )
})

test('an error that is its own cause is logged within bounds', () => {
  const error = new Error('round')
  error.cause = error
  assert.ok(lineOf(error).length < 20_000)
})

test('a thrown value that is not an Error is logged by its type, and a string as itself', () => {
  assert.deepEqual(loggedOf('late'), { type: 'string', message: 'late' })
  assert.deepEqual(loggedOf({ message: 'canary', token: 'canary' }), { type: 'object', message: '' })
  assert.deepEqual(loggedOf(undefined), undefined)
})

test('a warning of Node, a text of a library and an error that nothing caught are lines of JSON', () => {
  const program = `
    import { createLog, logInPlaceOfConsole } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
    logInPlaceOfConsole(createLog({ level: 'info', pretty: false, to: 'stdout' }))
    process.emitWarning('old call', 'DeprecationWarning')
    console.warn('An error was encountered in %s.', 'a request')
    setImmediate(() => Promise.reject(new Error('nobody waits')))`
  const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  assert.deepEqual([ended.status, ended.stderr], [1, ''])
  const lines = ended.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.deepEqual(lines.map(({ level, msg, text, err }) => [level, msg, text ?? err.message]).toSorted(), [
    [40, 'a library printed a text', 'An error was encountered in a request.'],
    [40, 'warning of the process', 'old call'],
    [60, 'the process ends, because nothing caught this error', 'nobody waits'],
  ])
})
