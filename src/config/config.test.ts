import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { test } from 'node:test'
import { configurationFile, configurationText } from '../../scripts/configuration.ts'
import { ConfigError, listeningUrl, loadConfig, readConfig } from './config.ts'

const someKey = Buffer.alloc(32, 7).toString('base64')
const production = { NODE_ENV: 'production', PAYMENT_GATEWAY: 'simulated', OPERATOR_DIR: 'operator' }
const postgres = { DATABASE_URL: 'postgresql://octavo:hunter2@db/octavo' }
const easypost = {
  CARRIER: 'easypost',
  EASYPOST_API_KEY: 'EZTKhunter2',
  EASYPOST_WEBHOOK_SECRET: 'hunter2 of our parcels',
}
const stripe = {
  PAYMENT_GATEWAY: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_hunter2',
  STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
}

test('without any setting, one process listens on this machine only and stores its data in ./data', () => {
  const config = readConfig([], {})
  assert.equal(config.role, 'all')
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.port, 3000)
  assert.equal(config.databaseUrl, null)
  assert.equal(config.production, false)
  assert.equal(config.manualClock, false)
  assert.equal(config.secretKey, null)
  assert.deepEqual(config.rateLimits.key, { perSecond: 200, burst: 2000 })
  assert.deepEqual(config.rateLimits.address, { perSecond: 50, burst: 500 })
  assert.deepEqual(config.outbound, { allowLoopback: true, allowSubnets: [], proxy: null })
  assert.ok(isAbsolute(config.dataDir) && isAbsolute(config.operatorDir!))
})

test('a sender is an address with or without a name, and a mail server may have a user name and a password', () => {
  for (const from of ['shop@books.example', 'Octavo <octavo@localhost>', '"Books, Inc." <shop@books.example>'])
    assert.equal(readConfig([], { MAIL_FROM: from }).mail.from, from)
  const smtpUrl = 'smtps://me%40books.example:p%25w@mail.example:465?tls.servername=mail'
  assert.equal(readConfig([], { SMTP_URL: smtpUrl }).mail.smtpUrl, smtpUrl)
})

const singleSignOn = {
  SSO_ISSUER: 'https://login.company.example/tenant',
  SSO_CLIENT_ID: 'octavo',
  SSO_CLIENT_SECRET: 'hunter2',
  SSO_STAFF_ROLES: 'CN=Owners=owner, print-support=support,*=read_only',
}

test('the groups of an identity provider give the roles of the staff, in the order of the setting', () => {
  const config = readConfig([], { ...singleSignOn, STAFF_PASSWORDS: 'no' })
  assert.equal(config.people.mayStaffUsePasswords, false)
  assert.deepEqual(config.singleSignOn, {
    issuer: new URL('https://login.company.example/tenant'),
    clientId: 'octavo',
    clientSecret: 'hunter2',
    roles: [
      ['CN=Owners', 'owner'],
      ['print-support', 'support'],
      ['*', 'read_only'],
    ],
    groupsClaim: 'groups',
    scope: 'openid profile email',
  })
  assert.equal(readConfig([], {}).singleSignOn, null)
})

test('an identity provider that is not wholly named, or whose groups have no roles, stops the start', () => {
  const problemsOf = (environment: Record<string, string>) => {
    try {
      readConfig([], environment)
      return []
    } catch (error) {
      return (error as ConfigError).problems
    }
  }
  const { SSO_CLIENT_SECRET: _, ...withoutSecret } = singleSignOn
  assert.match(problemsOf(withoutSecret).join(), /only some of SSO_ISSUER/)
  assert.match(problemsOf({ STAFF_PASSWORDS: 'no' }).join(), /nobody on the staff could sign in/)
  assert.match(problemsOf({ ...production, ...singleSignOn, SSO_ISSUER: 'http://login.example' }).join(), /https:/)
  for (const roles of ['print-owners', '=owner', 'a=owner,,b=support'])
    assert.match(problemsOf({ ...singleSignOn, SSO_STAFF_ROLES: roles }).join(), /SSO_STAFF_ROLES is .*group=role/)
})

test('the URL of a service without PUBLIC_URL is its listening address, or localhost for all addresses', () => {
  const urls = ['127.0.0.1', '::1', 'books.local', '0.0.0.0', '0', '::', '0:0:0:0:0:0:0:0'].map(
    host => listeningUrl(host, 3000).origin,
  )
  const anyAddress = 'http://localhost:3000'
  assert.deepEqual(urls, [
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://books.local:3000',
    anyAddress,
    anyAddress,
    anyAddress,
    anyAddress,
  ])
})

test('a service listens on any address or name that a URL can have', () => {
  for (const HOST of ['0.0.0.0', '::', '::ffff:127.0.0.1', 'localhost', 'books_1.example', '0'])
    assert.equal(readConfig([], { HOST }).host, HOST)
})

test('loopback is closed by default in production', () => {
  assert.equal(readConfig([], production).outbound.allowLoopback, false)
})

test('every kind of setting is read', () => {
  const config = readConfig(['--role', 'worker', 'create-administrator', 'ann@example.com'], {
    ...postgres,
    PORT: '0',
    PUBLIC_URL: 'https://print.example.com/',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    ALLOW_SUBNETS: '192.168.7.0/24',
    EGRESS_PROXY: 'http://octavo:p%40ss@proxy.internal:4750',
    SECRET_KEY: someKey,
    WEBHOOK_ALLOW_LOOPBACK: 'no',
    LOG_LEVEL: '  ',
    OCTAVO_CRASH_AT: 'charge:called,mail:sent:2',
  })
  assert.equal(config.role, 'worker')
  assert.deepEqual(config.command, ['create-administrator', 'ann@example.com'])
  assert.equal(config.port, 0)
  assert.equal(config.publicUrl, 'https://print.example.com')
  assert.deepEqual(config.trustProxy, ['10.0.0.0/8', '::1'])
  const { proxy, ...outbound } = config.outbound
  assert.deepEqual(outbound, { allowLoopback: false, allowSubnets: ['192.168.7.0/24'] })
  assert.equal(proxy?.href, 'http://octavo:p%40ss@proxy.internal:4750/')
  assert.deepEqual(config.secretKey, Buffer.alloc(32, 7))
  assert.equal(config.log.level, 'info')
  assert.deepEqual(config.crashAt, [
    { point: 'charge:called', time: 1 },
    { point: 'mail:sent', time: 2 },
  ])
})

const invalid: [what: string, args: string[], env: Record<string, string>, problems: RegExp[]][] = [
  ['a port out of range', [], { PORT: '70000' }, [/^PORT is "70000", but must be a whole number from 0 to 65535$/]],
  [
    'an address to listen on with a port',
    [],
    { HOST: '127.0.0.1:80' },
    [/^HOST is "127\.0\.0\.1:80", but must be an IP address or a host name$/],
  ],
  ['a URL to listen on', [], { HOST: 'http://localhost' }, [/^HOST/]],
  ['a number with too many parts to listen on', [], { HOST: '10.0.0.0.1' }, [/^HOST/]],
  ['a link-local address with its interface to listen on', [], { HOST: 'fe80::1%eth0' }, [/^HOST/]],
  ['a word that is not in the list', [], { NODE_ENV: 'prod' }, [/^NODE_ENV is "prod"/]],
  [
    'a URL of another kind',
    [],
    { DATABASE_URL: 'mysql://root:hunter2@db' },
    [/^DATABASE_URL is something else \(not shown\)/],
  ],
  ['a key of the wrong length', [], { SECRET_KEY: 'aHVudGVyMg==' }, [/^SECRET_KEY is .*not shown.*32 bytes in base64/]],
  ['an invalid subnet', [], { ALLOW_SUBNETS: '10.0.0.0/33' }, [/^ALLOW_SUBNETS/]],
  [
    'a proxy that covers every address',
    [],
    { TRUST_PROXY: '10.0.0.1, 0.0.0.0/0' },
    [/^TRUST_PROXY .* none wider than \/8 \(IPv6: \/7\)$/],
  ],
  ['proxies that cover every address together', [], { TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' }, [/^TRUST_PROXY .*wider/]],
  ['every address as a private subnet', [], { ALLOW_SUBNETS: '0.0.0.0/0' }, [/^ALLOW_SUBNETS .*wider/]],
  ['a proxy with a path', [], { EGRESS_PROXY: 'http://proxy:4750/octavo' }, [/^EGRESS_PROXY is .*not shown.* path/]],
  ['a proxy of another kind', [], { EGRESS_PROXY: 'socks5://hunter2@proxy:1080' }, [/^EGRESS_PROXY .*http:/]],
  ['a proxy password that cannot be decoded', [], { EGRESS_PROXY: 'http://me:100%@proxy' }, [/^EGRESS_PROXY/]],
  ['every IPv6 address as a private subnet', [], { ALLOW_SUBNETS: '::/0' }, [/^ALLOW_SUBNETS .*wider/]],
  ['a sender without an address', [], { MAIL_FROM: 'not an address' }, [/^MAIL_FROM .* an email address, or a name/]],
  ['two senders', [], { MAIL_FROM: 'a@b.example, c@d.example' }, [/^MAIL_FROM/]],
  ['a mail server without a host', [], { SMTP_URL: 'smtp://' }, [/^SMTP_URL is .*not shown.* a host/]],
  ['a mail password that cannot be decoded', [], { SMTP_URL: 'smtp://me:100%@mail.example' }, [/^SMTP_URL/]],
  ['a public address with a path', [], { PUBLIC_URL: 'https://example.com/print' }, [/^PUBLIC_URL .* without a path$/]],
  ['a public address with a password', [], { PUBLIC_URL: 'https://me:hunter3@example.com' }, [/^PUBLIC_URL/]],
  ['an unknown role', ['--role', 'boss'], {}, [/^--role is "boss"/]],
  ['an option that does not exist', ['--rol', 'api'], {}, [/--rol/]],
  [
    'a manual clock in production',
    [],
    { ...production, OCTAVO_CLOCK: 'manual' },
    [/^OCTAVO_CLOCK is manual, but must be system with NODE_ENV/],
  ],
  ['a planned crash in production', [], { ...production, OCTAVO_CRASH_AT: 'mail:sent' }, [/^OCTAVO_CRASH_AT is set/]],
  ['a crash at an unknown point', [], { OCTAVO_CRASH_AT: 'charge:called, lunch:eaten' }, [/^OCTAVO_CRASH_AT/]],
  [
    'a manual clock with separate processes',
    ['--role', 'api'],
    { ...postgres, OCTAVO_CLOCK: 'manual' },
    [/--role must be all/],
  ],
  ['separate processes on the embedded database', ['--role', 'worker'], {}, [/DATABASE_URL must be set/]],
  ['loopback in production', [], { ...production, WEBHOOK_ALLOW_LOOPBACK: 'yes' }, [/^WEBHOOK_ALLOW_LOOPBACK/]],
  [
    'production with keys of Stripe and without a named gateway',
    [],
    { ...production, PAYMENT_GATEWAY: '', STRIPE_SECRET_KEY: 'sk_test_hunter2' },
    [/PAYMENT_GATEWAY must be set/],
  ],
  ['Stripe without its secrets', [], { PAYMENT_GATEWAY: 'stripe' }, [/^PAYMENT_GATEWAY is stripe/]],
  [
    'a live key on the embedded database',
    [],
    { ...stripe, STRIPE_SECRET_KEY: 'sk_live_hunter2' },
    [/embedded database/],
  ],
  [
    'a live key sent to another API',
    [],
    { ...stripe, ...postgres, STRIPE_SECRET_KEY: 'rk_live_hunter2', STRIPE_API_URL: 'http://127.0.0.1:1' },
    [/^STRIPE_API_URL is set/],
  ],
  ["a key that is not Stripe's", [], { ...stripe, STRIPE_SECRET_KEY: 'hunter2' }, [/sk_test_/, /^PAYMENT_GATEWAY/]],
  ['a short secret of EasyPost', [], { ...easypost, EASYPOST_WEBHOOK_SECRET: 'hunter2' }, [/at least 16/]],
  ['EasyPost without its secrets', [], { CARRIER: 'easypost' }, [/^CARRIER or ADDRESS_VERIFIER is easypost/]],
  [
    "a key that is not EasyPost's",
    [],
    { ...easypost, EASYPOST_API_KEY: 'hunter2' },
    [/EZTK/, /^CARRIER or ADDRESS_VERIFIER is easypost/],
  ],
  [
    'a production key of EasyPost on the embedded database, with a manual clock and for another API',
    [],
    { ...easypost, EASYPOST_API_KEY: 'EZAKhunter2', EASYPOST_API_URL: 'http://127.0.0.1:1', OCTAVO_CLOCK: 'manual' },
    [/embedded database/, /^EASYPOST_API_URL/, /^OCTAVO_CLOCK/],
  ],
  ['production on PostgreSQL without a key', [], { ...production, ...postgres }, [/^SECRET_KEY is not set/]],
  [
    'a standby of the embedded database',
    [],
    { READ_DATABASE_URL: 'postgresql://standby/octavo' },
    [/^READ_DATABASE_URL/],
  ],
  ['several problems at once', ['--role', 'x'], { PORT: '-1', LOG_LEVEL: 'loud' }, [/^PORT/, /^LOG_LEVEL/, /^--role/]],
]

test('sample labels are sold outside of production only, unless they are asked for', () => {
  assert.equal(readConfig([], {}).carrier, 'simulated')
  assert.equal(readConfig([], production).carrier, null)
  assert.equal(readConfig([], { ...production, CARRIER: 'simulated' }).carrier, 'simulated')
  assert.equal(readConfig([], { CARRIER: 'none' }).carrier, null)
  const { carrier, easypost: settings } = readConfig([], easypost)
  assert.equal(carrier, 'easypost')
  assert.deepEqual(settings, { apiKey: 'EZTKhunter2', webhookSecret: 'hunter2 of our parcels', apiUrl: null })
  assert.equal(readConfig([], { ...easypost, CARRIER: 'none' }).easypost, null)
})

for (const [what, args, env, expected] of invalid)
  test(`${what} is refused: every problem is listed and no secret is shown`, () => {
    assert.throws(
      () => readConfig(args, env),
      (error: ConfigError) => {
        assert.ok(error instanceof ConfigError)
        assert.equal(error.problems.length, expected.length, error.message)
        expected.forEach((pattern, i) => {
          assert.match(error.problems[i]!, pattern)
        })
        assert.doesNotMatch(error.message, /hunter2|aHVudGVyMg/)
        return true
      },
    )
  })

test('a secret key is generated once, readable by its owner only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-config-'))
  try {
    const DATA_DIR = join(folder, 'data')
    const { secretKey } = loadConfig([], { DATA_DIR })
    assert.equal(secretKey.length, 32)
    assert.deepEqual(loadConfig([], { DATA_DIR }).secretKey, secretKey)
    assert.equal(statSync(join(DATA_DIR, 'secret.key')).mode & 0o777, 0o600)
    assert.deepEqual(loadConfig([], { DATA_DIR, SECRET_KEY: someKey }).secretKey, Buffer.alloc(32, 7))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('an unusable data directory or an unreadable secret key is reported like other problems', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-config-'))
  try {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    mkdirSync(join(folder, 'data', 'secret.key'), { recursive: true })
    for (const DATA_DIR of [file, join(file, 'data'), join(folder, 'data')])
      assert.throws(
        () => loadConfig([], { DATA_DIR }),
        (error: ConfigError) => {
          assert.ok(error instanceof ConfigError)
          assert.match(error.problems.join(), /^DATA_DIR is ".*", but must be a folder that this user can write to \(E/)
          return true
        },
      )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the data directory is created even when a key is given', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-config-'))
  const DATA_DIR = join(folder, 'data')
  loadConfig([], { DATA_DIR, SECRET_KEY: someKey })
  assert.ok(statSync(DATA_DIR).isDirectory())
  rmSync(folder, { recursive: true })
})

test('docs/configuration.md is current (npm run docs)', () => {
  assert.equal(readFileSync(configurationFile, 'utf8'), configurationText())
})
