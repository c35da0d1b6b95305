// A server for the routes of a test, with keys and sessions that are plain words: `key acme` is a sandbox key of
// account acme, `key acme production` one of production, `key staff`, `key printer` and `key metrics` the operator's,
// `key printer hill` of one printer; the cookie `session=acme` a member of acme, `session=printer hill` a person of one
// printer, and so on.

import { Registry } from 'prom-client'
import { silentLog } from '../../src/base/log.ts'
import type { Mode } from '../../src/base/mode.ts'
import type { Route } from '../../src/http/server/route.ts'
import { type ServerSettings, serverOf } from '../../src/http/server/server.ts'
import type { Services } from '../../src/http/server/services.ts'
import { noWeb } from '../../src/http/server/web.ts'

const noReads = () => Promise.reject(new Error('there is no database'))

export const testSettings = (changes: Partial<ServerSettings> = {}): ServerSettings => ({
  log: silentLog,
  publicUrl: new URL('http://127.0.0.1:3000'),
  trustedProxies: [],
  rates: { perKey: { perSecond: 200, burst: 2000 }, perAddress: { perSecond: 50, burst: 500 } },
  maxConnections: Infinity,
  isStopping: () => false,
  metrics: new Registry(),
  readNow: noReads,
  readRecent: noReads,
  web: noWeb,
  keyring: {
    readCached(authorization) {
      const [word, name, third] = authorization.split(' ')
      const mode = third ?? 'sandbox'
      if (word !== 'key' || name === undefined) return null
      if (name === 'staff') return { kind: name, keyId: name, ownerId: null, role: 'owner' }
      if (name === 'metrics') return { kind: name, keyId: name }
      if (name === 'printer') return { kind: name, keyId: name, printer: third ?? null }
      return { kind: 'customer', keyId: `${name}-${mode}`, accountId: name, mode: mode as Mode }
    },
    lookUp: async () => null,
  },
  sessions: async ({ cookie }) => {
    const [, name, printer = null] = /^session=(\w+)(?: (\w+))?$/.exec(cookie ?? '') ?? []
    if (name === undefined) return null
    const session = { confirmedMsAgo: 0, mustEnrol: false }
    if (name === 'staff') return { ...session, kind: name, userId: name, role: 'owner', viewedAccountId: null }
    if (name === 'printer') return { ...session, kind: name, userId: name, printer }
    return { ...session, kind: 'customer', userId: `user-of-${name}`, accountId: name, role: 'owner' }
  },
  ...changes,
})

export const testServer = (routes: Route[], changes: Partial<ServerSettings> = {}) =>
  serverOf(testSettings(changes), routes)

/** For routes that need only these services, which may themselves have only what the routes use. */
export const servicesOf = (services: { [Name in keyof Services]?: unknown }) => services as Services
