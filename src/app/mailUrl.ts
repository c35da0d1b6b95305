// The URL of a mail server, as a form shows it: everything but the password.

import { say } from '../../languages/texts.ts'
import { Refusal } from '../base/refusal.ts'

export type MailServer = {
  host: string
  port: number
  /** `starttls`: refuses a server without TLS. `none`: uses TLS if the server offers it. */
  security: 'tls' | 'starttls' | 'none'
  user: string | null
}

const usualPort = { 'smtps:': 465, 'smtp:': 587 } as const

/**
 * Without a password, that of the URL before stays, for the same server and user only, and never without encryption.
 * Otherwise it is refused with `wrong_state`.
 */
export function mailUrlOf({ password, ...server }: MailServer & { password?: string }, before: string | null): string {
  const { host, port, security, user } = server
  const url = new URL(`${security === 'tls' ? 'smtps' : 'smtp'}://${host.includes(':') ? `[${host}]` : host}:${port}`)
  if (user !== null) {
    url.username = encodeURIComponent(user)
    url.password = password === undefined ? passwordOf(before, server) : encodeURIComponent(password)
  }
  if (security === 'starttls') url.searchParams.set('requireTLS', 'true')
  return url.href
}

function passwordOf(before: string | null, { host, port, user, security }: MailServer): string {
  const known = before === null ? null : readMailUrl(before)
  const isSame = known?.host === host && known.port === port && known.user === user
  if (isSame && (security !== 'none' || known.security === 'none')) return new URL(before!).password
  throw new Refusal('wrong_state', say('Enter the password of the mail server.'))
}

export function readMailUrl(text: string): MailServer {
  const { protocol, hostname, port, username, searchParams } = new URL(text)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? usualPort[protocol as keyof typeof usualPort] : Number(port),
    security: protocol === 'smtps:' ? 'tls' : searchParams.get('requireTLS') === 'true' ? 'starttls' : 'none',
    user: username === '' ? null : decodeURIComponent(username),
  }
}
