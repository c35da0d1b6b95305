import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pressWith } from '../../../test/printing.ts'
import { systemClock } from '../../base/clock.ts'
import type { Hear } from '../../orders/printing/printed.ts'
import { openLine } from '../../printer/call.ts'
import { printTalkPrinter } from '../../printer/printtalk/printtalk.ts'
import { siteFlowPrinter } from '../../printer/siteflow/siteflow.ts'
import { testServer } from '../testing.ts'
import { printerRoutes } from './printers.ts'

const clock = systemClock
const line = openLine()
const url = 'http://127.0.0.1:9'
const postbackToken = 'a-token-of-enough-characters'
const theirs = { printerIdentity: 'acme', printerSharedSecret: 'what-the-press-says-back' }
const talk = { url, identity: 'octavo', sharedSecret: 'what-octavo-says-to-it', ...theirs }
const flow = { url, token: 't', secret: 's', sourceAccount: 'octavo', destination: 'acme', postbackToken }
const press = pressWith(
  undefined,
  {},
  { talk: printTalkPrinter(talk, { line, clock }), flow: siteFlowPrinter(flow, { line, clock }) },
)
/** None of the messages here is about a job that exists. */
const hear: Hear = async () => null

const postback = { timestamp: '2026-03-02T12:00:00Z', sourceOrderId: 'job_1', status: 'printed' }
const document = (secret: string) => `<PrintTalk><Header><From><Credential domain="URL"><Identity>acme</Identity>
  <SharedSecret>${secret}</SharedSecret></Credential></From></Header>
  <Request BusinessID="B"><OrderStatusResponse JobIDRef="job_1"/></Request></PrintTalk>`

describe("the inbox of printers' systems", () => {
  const burst = 5
  const rates = { perKey: { perSecond: 1, burst: 9 }, perAddress: { perSecond: 0.001, burst } }
  async function start() {
    const server = await testServer(printerRoutes({ clock, press, hear, rates }), { rates })
    const post = async (printer: string, payload: object | string, headers = {}) => {
      const type = typeof payload === 'string' ? { 'content-type': 'application/xml' } : {}
      const path = `/printers/${printer}/messages`
      return (await server.inject({ method: 'POST', url: path, payload, headers: { ...type, ...headers } })).statusCode
    }
    return {
      token: (token: string) => post('flow', postback, { 'x-octavo-token': token }),
      document: (secret: string) => post('talk', document(secret)),
      header: (secret: string) =>
        post('talk', document('none'), { authorization: `Basic ${Buffer.from(`acme:${secret}`).toString('base64')}` }),
      nobody: () => post('nobody', postback),
    }
  }
  const times = async (count: number, ask: () => Promise<number>) => {
    const statuses = []
    for (let i = 0; i < count; i++) statuses.push(await ask())
    return statuses
  }
  const many = 3 * burst

  it('takes however many messages come with their proof, wherever that stands', async () => {
    const { token, document, header } = await start()
    const all = [
      ...(await times(many, () => token(postbackToken))),
      ...(await times(many, () => header(theirs.printerSharedSecret))),
      ...(await times(many, () => document(theirs.printerSharedSecret))),
    ]
    assert.deepEqual([...new Set(all)], [200])
  })

  for (const [what, name] of [
    ['a wrong token', 'token'],
    ['a wrong header', 'header'],
    ['a wrong secret inside', 'document'],
    ['the name of no printer', 'nobody'],
  ] as const) {
    it(`has enough of ${what} after a while, and hears the printers of that address all the same`, async () => {
      const inbox = await start()
      const first = name === 'nobody' ? 404 : 401
      const statuses = await times(burst + 2, () => inbox[name]('a guess of mine that is wrong'))
      assert.deepEqual(statuses, [...Array(burst).fill(first), 429, 429])
      assert.equal(await inbox.token(postbackToken), 200)
      assert.equal(await inbox.header(theirs.printerSharedSecret), 200)
      assert.equal(await inbox.document(theirs.printerSharedSecret), 429, 'nothing is read for such an address')
    })
  }
})
