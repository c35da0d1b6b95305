// The texts of a name in the DNS (TXT records), which prove whose a domain is.

import { Resolver } from 'node:dns/promises'

const tryTimeoutMs = 2000

/** The texts of a name, each joined from its parts. Empty if there are none; throws if the DNS does not answer. */
export type ReadDnsText = (name: string) => Promise<string[]>

/** `servers` are addresses of name servers; by default those of the machine. */
export function dnsTextReader(servers: string[] = []): ReadDnsText {
  const resolver = new Resolver({ timeout: tryTimeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async name => {
    try {
      return (await resolver.resolveTxt(name)).map(parts => parts.join(''))
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'ENODATA' || code === 'ENOTFOUND') return []
      throw error
    }
  }
}
