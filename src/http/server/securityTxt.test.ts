import assert from 'node:assert/strict'
import { test } from 'node:test'
import { servicesOf, testServer } from '../../../test/support/routeServer.ts'
import { instant } from '../../base/clock.ts'
import { securityTxtRoutes } from './securityTxt.ts'

const read = async (securityContact: string | null) => {
  const parts = { clock: () => instant('2026-03-02T12:00:00Z'), publicUrl: new URL('https://books.example') }
  return (await testServer(securityTxtRoutes(servicesOf({ ...parts, securityContact })))).inject(
    '/.well-known/security.txt',
  )
}

test('security.txt names the contact of the operator, for half a year from now', async () => {
  const { statusCode, headers, body } = await read('mailto:security@books.example')
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/plain; charset=utf-8'])
  assert.equal(
    body,
    `Contact: mailto:security@books.example
Expires: 2026-08-29T12:00:00.000Z
Preferred-Languages: en
Canonical: https://books.example/.well-known/security.txt
`,
  )
})

test('without a contact there is no security.txt', async () => {
  assert.equal((await read(null)).statusCode, 404)
})
