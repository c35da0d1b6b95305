import assert from 'node:assert/strict'
import { it } from 'node:test'
import { paperLanguage } from './paperLanguage.ts'
import type { Caller } from './route.ts'

it('a person gets a paper in the language of the screens, a program in English, and both in the one they ask for', () => {
  const headers = { 'accept-language': 'de-DE,en;q=0.5' }
  const staff = { kind: 'staff', role: 'owner', permissions: [] } as const
  const callers: [Caller, expected: string][] = [
    [{ kind: 'member', actor: 'user usr_1', userId: 'usr_1', accountId: 'acc_1', role: 'owner' }, 'de'],
    [
      {
        kind: 'customer_key',
        actor: 'key key_1',
        keyId: 'key_1',
        accountId: 'acc_1',
        mode: 'production',
        scopes: null,
      },
      'en',
    ],
    [{ ...staff, actor: 'user usr_2', userId: 'usr_2' }, 'de'],
    [{ ...staff, actor: 'key key_2', userId: null }, 'en'],
    [{ kind: 'printer', actor: 'user usr_3', userId: 'usr_3', printer: null }, 'de'],
    [{ kind: 'printer', actor: 'key key_3', userId: null, printer: null }, 'en'],
  ]
  for (const [caller, expected] of callers) {
    assert.equal(paperLanguage({}, { caller, headers }), expected, caller.actor)
    assert.equal(paperLanguage({ language: 'de' }, { caller, headers }), 'de')
  }
  const [[person]] = callers as [[Caller, string]]
  assert.equal(paperLanguage({}, { caller: person, headers: { ...headers, cookie: 'octavo-language=en' } }), 'en')
})
