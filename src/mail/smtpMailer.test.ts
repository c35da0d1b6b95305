import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, describe, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { logoCid } from './mailer.ts'
import { smtpMailer } from './smtpMailer.ts'

const open: { close(): unknown }[] = []
after(() => Promise.all(open.map(server => server.close())))

const message = {
  id: 'eml_1',
  to: 'zoe@example.com',
  subject: 'Grüße 📚',
  text: 'Hello Zoë,\n\n.a line with a dot\n',
  html: '<p>Hello Zoë,</p>\n<p>.a line with a dot</p>',
  logo: null,
  fromName: null,
  replyTo: null,
}

async function serverWith(options: SMTPServerOptions = {}) {
  const received: { from: string; to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let raw = ''
      stream.setEncoding('utf8').on('data', text => {
        raw += text
      })
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  open.push(server)
  return { received, port: (server.server.address() as AddressInfo).port }
}

const soon = { connectMs: 200, silenceMs: 200, deliveryMs: 60_000 }

function mailTo(port: number, { user = '', ...patience }: { user?: string; timeouts?: typeof soon } = {}) {
  const mail = smtpMailer({
    url: `smtp://${user}127.0.0.1:${port}`,
    from: 'Octavo <octavo@books.example>',
    ...patience,
  })
  open.push(mail)
  return mail
}

/** A relay to the server at that port. While it is `stuck`, it never ends its answer to matching commands. */
async function relayTo(port: number, stuckAfter: RegExp) {
  const relay = { port: 0, stuck: true }
  const server = createServer(client => {
    const upstream = connect(port, '127.0.0.1').on('error', () => {})
    upstream.pipe(client)
    let commands = ''
    client.on('data', (bytes: Buffer) => {
      commands += bytes.toString('latin1')
      if (!relay.stuck || !stuckAfter.test(commands)) return void upstream.write(bytes)
      const talk = setInterval(() => client.write('250-more\r\n'), 20)
      client.once('close', () => clearInterval(talk))
    })
    client.on('error', () => {}).once('close', () => upstream.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  open.push(server)
  relay.port = (server.address() as AddressInfo).port
  return relay
}

const smtpError = (responseCode: number) => Object.assign(new Error('from the server'), { responseCode })

describe('email by SMTP', () => {
  test('a message arrives, with its own Message-ID each time it is sent', async () => {
    const { received, port } = await serverWith()
    const mail = mailTo(port)
    assert.deepEqual(await mail.send(message), { kind: 'sent' })
    assert.deepEqual(await mail.send(message), { kind: 'sent' })
    assert.deepEqual([received[0]?.from, received[0]?.to], ['octavo@books.example', ['zoe@example.com']])
    for (const { raw } of received) assert.match(raw, /^Message-ID: <eml_1@books\.example>\r$/m)
    assert.match(received[0]!.raw, /^From: Octavo <octavo@books\.example>\r$/m)
    assert.match(received[0]!.raw, /^Subject: =\?UTF-8\?/m)
  })

  test('a message has a text and an HTML part, and the logo as a part that the HTML shows', async () => {
    const { received, port } = await serverWith()
    const logo = Buffer.from('a picture')
    const html = `<p>Grüße <img src="cid:${logoCid}" alt=""></p>`
    assert.deepEqual(await mailTo(port).send({ ...message, html, logo }), { kind: 'sent' })
    assert.deepEqual(await mailTo(port).send(message), { kind: 'sent' })
    const [withLogo, without] = received.map(({ raw }) =>
      Array.from(raw.matchAll(/^Content-Type: ([\w/]+)/gm), ([, type]) => type),
    )
    assert.deepEqual(withLogo, ['multipart/alternative', 'text/plain', 'multipart/related', 'text/html', 'image/png'])
    assert.deepEqual(without, ['multipart/alternative', 'text/plain', 'text/html'])
    const { raw } = received[0]!
    assert.match(raw, /^Content-ID: <logo@email>\r$/m)
    assert.match(raw, /^Content-Disposition: inline; filename=logo\.png\r$/m)
    assert.ok(raw.includes(logo.toString('base64')))
    assert.match(raw, /<p>Gr=C3=BC=C3=9Fe <img src=3D"cid:logo@email" alt=3D""><\/p>/)
  })

  test('a brand gives the sender its name, and answers go to its address', async () => {
    const { received, port } = await serverWith()
    const branded = { ...message, fromName: 'Acme, Books', replyTo: 'orders@acme.example' }
    assert.deepEqual(await mailTo(port).send(branded), { kind: 'sent' })
    assert.equal(received[0]?.from, 'octavo@books.example')
    assert.match(received[0]!.raw, /^From: "Acme, Books" <octavo@books\.example>\r$/m)
    assert.match(received[0]!.raw, /^Reply-To: orders@acme\.example\r$/m)
  })

  test('the mailer signs in with the user and password of its URL', async () => {
    let user = ''
    const { port } = await serverWith({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth(auth, _, done) {
        user = `${auth.username}:${auth.password}`
        done(null, { user: 'me' })
      },
    })
    assert.deepEqual(await mailTo(port, { user: 'me:p%40ss@' }).send(message), { kind: 'sent' })
    assert.equal(user, 'me:p@ss')
  })

  test('a line break in subject or recipient adds no header and no recipient', async () => {
    const { received, port } = await serverWith()
    await mailTo(port).send({ ...message, subject: 'a\r\nBcc: other@example.com' })
    await mailTo(port).send({ ...message, to: 'zoe@example.com, other@example.com' })
    await mailTo(port).send({ ...message, to: 'zoe@example.com\r\nRCPT TO:<other@example.com>' })
    for (const { to, raw } of received) {
      assert.ok(!to.includes('other@example.com'))
      assert.doesNotMatch(raw, /^Bcc:/m)
    }
  })

  const refusals: [string, SMTPServerOptions, string][] = [
    ['a recipient that does not exist', { onRcptTo: (_, __, done) => done(smtpError(550)) }, 'refused'],
    ['a recipient that is busy', { onRcptTo: (_, __, done) => done(smtpError(450)) }, 'unavailable'],
    [
      'a message that the server rejects',
      { onData: (stream, _, done) => stream.resume().on('end', () => done(smtpError(554))) },
      'refused',
    ],
    [
      'a message that must wait',
      { onData: (stream, _, done) => stream.resume().on('end', () => done(smtpError(451))) },
      'unavailable',
    ],
    ['a sender that the operator may not use', { onMailFrom: (_, __, done) => done(smtpError(550)) }, 'unavailable'],
    ['a message without the required sign-in', { authOptional: false }, 'unavailable'],
    ['a connection that the server rejects', { onConnect: (_, done) => done(smtpError(554)) }, 'unavailable'],
  ]
  for (const [what, options, kind] of refusals)
    test(`the outcome of ${what} is ${kind}`, async () => {
      const { port } = await serverWith(options)
      assert.equal((await mailTo(port).send(message)).kind, kind)
    })

  test('the outcome of a refused sign-in is unavailable, because the operator can fix it', async () => {
    const { port } = await serverWith({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_, __, done) => done(smtpError(535)),
    })
    const outcome = await mailTo(port, { user: 'me:wrong@' }).send(message)
    assert.equal(outcome.kind, 'unavailable')
    assert.doesNotMatch(JSON.stringify(outcome), /wrong/)
  })

  test('the outcome is unavailable when the server cannot be reached or sends nothing', async () => {
    const silent = createServer(() => {})
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    assert.equal((await mailTo(port, { timeouts: soon }).send(message)).kind, 'unavailable')
    await new Promise(closed => {
      silent.close(closed)
    })
    assert.equal((await mailTo(port, { timeouts: soon }).send(message)).kind, 'unavailable')
  })

  for (const [what, stuckAfter] of [
    ['a command', /EHLO/],
    ['a message', /\r\n\.\r\n/],
  ] as const)
    test(`a server that never ends its answer to ${what} does not block later emails`, {
      timeout: 20_000,
    }, async () => {
      const { received, port } = await serverWith()
      const relay = await relayTo(port, stuckAfter)
      const mail = mailTo(relay.port, { timeouts: { connectMs: 10_000, silenceMs: 10_000, deliveryMs: 300 } })
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => mail.send(message)))
      assert.deepEqual([...new Set(outcomes.map(({ kind }) => kind))], ['unavailable'])
      relay.stuck = false
      assert.deepEqual(await mail.send(message), { kind: 'sent' })
      assert.equal(received.length, 1)
    })
})
