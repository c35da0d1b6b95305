// A person with a browser, who keeps cookies and reads the service's emails.

import { createHmac } from 'node:crypto'
import { storedEmails } from './storedEmails.ts'
import type { Answer, World } from './world.ts'

export type Visitor = {
  ask(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Answer>
  cookies: Map<string, string>
}

let visitorCount = 0

/** Each comes from an address of its own, because attempts of one address are limited. */
const newAddress = (): string => {
  const n = ++visitorCount
  return `10.0.${n >> 8}.${n & 255}`
}

export function visitor({ call }: Pick<World, 'call'>, address = newAddress()): Visitor {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async ask(method, path, body) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await call(path, {
        method,
        address,
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { body }),
      })
      for (const line of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        if (value === '' || /Max-Age=0/i.test(line)) cookies.delete(name!)
        else cookies.set(name!, value!)
      }
      return answer
    },
  }
}

type Mail = { subject: string; body: string; accountId: string }

/** The emails to an address, oldest first. */
export async function mailsTo({ app, sentMails }: World, recipient: string): Promise<Mail[]> {
  const emails = (await storedEmails(app.database.db)).filter(email => email.recipient === recipient)
  return emails.map(({ emailId, subject, body, accountId }) => ({
    ...{ subject, accountId, body: sentMails.get(emailId)?.text ?? body },
  }))
}

export const tokenIn = (mail: Mail | undefined): string => /#token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The current code (RFC 6238, SHA-1, 30 s, six digits) for the secret in an otpauth:// address. */
export function totpOf(totpUri: string, at = Date.now()): string {
  const bits = [...new URL(totpUri).searchParams.get('secret')!.replaceAll('=', '')]
    .map(letter => base32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.at(-1)! & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

export const linkIn = (body: string): string => {
  const { pathname, search, hash } = new URL(/https?:\/\/\S+#token=[\w-]+/.exec(body)![0])
  return pathname + search + hash
}
