import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { orderBody, somewhere, startWorld, type World } from '../support/world.ts'

let world: World
before(async () => {
  world = await startWorld({ config: { addressVerifier: 'simulated' } })
})
after(() => world?.[Symbol.asyncDispose]())

const bodyTo = (address1: string, changes = {}) => orderBody({ destination: { ...somewhere, address1, ...changes } })
const ask = async (path: string, body: unknown, in_ = world) =>
  (await in_.call(path, { method: 'POST', as: in_.charged.sandbox.authorization, body })).body
const preview = (body: unknown, in_ = world) => ask('/orders/validate', body, in_)

describe('a verified address', () => {
  it('a verified address has a check in its preview, which warns and refuses nothing', async () => {
    const { addressCheck, warnings } = await preview(bodyTo('1 Main Street'))
    assert.deepEqual([addressCheck, warnings], [{ result: 'deliverable', suggestion: null }, []])
    const unknown = await preview(bodyTo('0 Main Street'))
    assert.deepEqual(
      [unknown.status, unknown.errors, unknown.addressCheck.result, unknown.warnings[0].code],
      ['RECEIVED', [], 'undeliverable', 'address_undeliverable'],
    )
    const { suggestion } = (await preview(bodyTo('1 Mian Street'))).addressCheck
    const { country, postal, state } = somewhere
    assert.deepEqual(suggestion, {
      ...{ address1: '1 MAIN STREET', address2: '', city: somewhere.city.toUpperCase() },
      ...{ state, postal, country },
    })
    assert.equal((await preview(bodyTo('Timeout Street 1'))).addressCheck.result, 'unknown')
  })

  it('a verified address that the service itself refuses is not asked about', async () => {
    const { addressCheck, errors } = await preview(bodyTo('0 Main Street', { postal: '99999' }))
    assert.deepEqual([addressCheck, errors.length], [null, 1])
  })

  it('a verified address matters to no order: it is placed as it is written, without a warning', async () => {
    const { status, destination, warnings } = await ask('/orders/create', bodyTo('0 Main Street'))
    assert.deepEqual([status, destination.address1, warnings], ['RECEIVED', '0 Main Street', []])
  })

  it('a verified address that an order is changed to is checked in the preview of the change', async () => {
    const as = world.charged.sandbox.authorization
    const { customerOrderId } = await ask('/orders/create', bodyTo('1 Main Street'))
    const change = async (query: string) => {
      const body = { destination: { ...somewhere, address1: '0 Main Street' } }
      const { warnings } = (await world.call(`/orders/${customerOrderId}${query}`, { method: 'PATCH', as, body })).body
      return warnings.map(({ code }: { code: string }) => code)
    }
    assert.deepEqual([await change('?preview=true'), await change('')], [['address_undeliverable'], []])
  })

  it('a verified address has its warning in a spreadsheet of orders, in the language of the reader', async () => {
    const { name, address1: _, city, state, postal, country } = somewhere
    const row = (street: string) => ['NOVEL', name, street, city, state, postal, country].join(',')
    const text = ['sku,name,address1,city,state,postal,country', row('1 Main Street'), row('0 Main Street')].join('\n')
    const answer = await world.app.server.inject({
      method: 'POST',
      url: '/dashboard/api/sandbox/orders/spreadsheet',
      headers: {
        cookie: await world.signIn(world.charged.user),
        'content-type': 'application/octet-stream',
        'accept-language': 'de',
      },
      payload: Buffer.from(text),
    })
    const warnings = answer.json().orders.map((one: { warnings: unknown[] }) => one.warnings)
    assert.deepEqual(
      [warnings[0].map(({ code }: { code: string }) => code), warnings[1].at(-1).detail],
      [
        ['files_missing'],
        'die Paketdienste kennen diese Adresse nicht (Ein Haus mit dieser Nummer gibt es nicht.); prüfen Sie sie, oder fahren Sie fort, wenn sie stimmt',
      ],
    )
  })

  it('no address is verified where the operator has no verifier', async () => {
    await using plain = await startWorld()
    const { addressCheck, warnings } = await preview(bodyTo('0 Main Street'), plain)
    assert.deepEqual([addressCheck, warnings], [null, []])
  })
})
