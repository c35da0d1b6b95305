import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fulfillmentWith } from '../../../test/support/printing.ts'
import { servicesOf, testServer } from '../../../test/support/routeServer.ts'
import { systemClock } from '../../base/clock.ts'
import type { ReceiveMessage } from '../../features/printing/receiveMessages.ts'
import { openPrinterClient } from '../../printer/printerClient.ts'
import { printTalkPrinter } from '../../printer/printtalk/printtalk.ts'
import { siteFlowPrinter } from '../../printer/siteflow/siteflow.ts'
import { printerRoutes } from './printers.ts'

const clock = systemClock
const client = openPrinterClient()
const url = 'http://127.0.0.1:9'
const postbackToken = 'a-token-of-enough-characters'
const theirs = { printerIdentity: 'acme', printerSharedSecret: 'what-the-press-says-back' }
const talk = { url, identity: 'octavo', sharedSecret: 'what-octavo-says-to-it', ...theirs }
const flow = { url, token: 't', secret: 's', sourceAccount: 'octavo', destination: 'acme', postbackToken }
const fulfillment = fulfillmentWith(
  undefined,
  {},
  { talk: printTalkPrinter(talk, { client, clock }), flow: siteFlowPrinter(flow, { client, clock }) },
)
/** None of the messages here is about a job that exists. */
const receiveMessage: ReceiveMessage = async () => null

const postback = { timestamp: '2026-03-02T12:00:00Z', sourceOrderId: 'job_1', status: 'printed' }
const document = (secret: string) => `<PrintTalk><Header><From><Credential domain="URL"><Identity>acme</Identity>
  <SharedSecret>${secret}</SharedSecret></Credential></From></Header>
  <Request BusinessID="B"><OrderStatusResponse JobIDRef="job_1"/></Request></PrintTalk>`

describe("the inbox of printers' systems", () => {
  const burst = 5
  const rates = { perKey: { perSecond: 1, burst: 9 }, perAddress: { perSecond: 0.001, burst } }
  async function start() {
    const server = await testServer(printerRoutes(servicesOf({ clock, fulfillment, receiveMessage, rates })), { rates })
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

  it("the inbox of printers' systems accepts any number of authenticated messages, with the proof in a header or in the body", async () => {
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
    it(`the inbox of printers' systems refuses ${what} after a while, and still accepts authenticated messages from that address`, async () => {
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
