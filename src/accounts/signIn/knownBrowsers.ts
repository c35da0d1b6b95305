// Known browsers: a browser in which a person has signed in gets a cookie. Guesses from elsewhere then cannot lock the
// person out of that browser, and a sign-in from any other browser causes an email. The cookie grants no access. Its
// signature covers the hash of the password, so a new password makes all browsers unknown again, also those of a thief.

import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { day, second } from '../../base/clock.ts'
import type { Db } from '../../db/db.ts'
import { isSameDigest } from '../keys/keys.ts'

const cookieLifetimeMs = 180 * day

export type KnownBrowsers = {
  /** A whole Set-Cookie value. */
  cookieFor(userId: string, now: Date): Promise<string>
  /** The id of the browser if the owner of the email address has signed in with it; else null. */
  recognize(cookies: string | undefined, email: string, now: Date): Promise<string | null>
}

type Credential = { userId: string; password: string }

export function openKnownBrowsers({
  db,
  publicUrl,
  secret,
}: {
  db: Db
  publicUrl: URL
  secret: string
}): KnownBrowsers {
  const isHttps = publicUrl.protocol === 'https:'
  const prefix = `${isHttps ? '__Host-' : ''}octavo.known_`
  const sign = ({ userId, password }: Credential, browser: string, at: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['known browser', userId, password, browser, at]))
      .digest('base64url')

  async function readCredential(condition: ReturnType<typeof sql>): Promise<Credential | undefined> {
    const { rows } = await sql<Credential>`
      select u.id as "userId", c.password
      from users u
      join credentials c on c.user_id = u.id and c.provider_id = 'credential'
      where ${condition}`.execute(db)
    return rows[0]
  }

  return {
    async cookieFor(userId, now) {
      const credential = await readCredential(sql`u.id = ${userId}`)
      const browser = randomBytes(16).toString('base64url')
      const at = String(now.getTime())
      const value = `${browser}.${at}.${sign(credential!, browser, at)}`
      const attributes = `Max-Age=${cookieLifetimeMs / second}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
      return `${prefix}${userId}=${value}; ${attributes}`
    },
    async recognize(cookies, email, now) {
      if (cookies === undefined || !cookies.includes(prefix)) return null
      const credential = await readCredential(sql`u.email = ${email.toLowerCase()}`)
      if (credential === undefined) return null
      const name = `${prefix}${credential.userId}=`
      const cookie = cookies.split(/; */).find(text => text.startsWith(name))
      const [browser = '', at = '', signature = ''] = cookie?.slice(name.length).split('.') ?? []
      const isSigned = isSameDigest(Buffer.from(signature), Buffer.from(sign(credential, browser, at)))
      return isSigned && now.getTime() - Number(at) < cookieLifetimeMs ? browser : null
    },
  }
}
