// Which IP addresses the service may dial for a customer: public unicast ones, plus the exceptions that the operator
// names. Checked twice on purpose, by a rule (ipaddr.js) and by a list (net.BlockList, which Node checks before it
// connects), so that a gap in one is covered by the other.

import { BlockList, isIP, type SocketAddress } from 'node:net'
import ipaddr from 'ipaddr.js'

export const loopbackSubnets = ['127.0.0.0/8', '::1/128']

// ipaddr.js counts these as public: addresses that embed an IPv4 address (::/96, deprecated), and Azure's own services.
const morePrivateSubnets = [ipaddr.parseCIDR('::/96'), ipaddr.parseCIDR('168.63.129.16/32')]

// biome-ignore format: grouped by kind
const deniedSubnets = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
  '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24',
  '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32',
  '::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16',
  '2620:4f:8000::/48', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8',
]

export type AddressGuard = {
  /** True for an address that may be dialed; false for text that is not an IP address. */
  allows(address: string): boolean
  blockList: BlockList
}

/** `exceptions` are addresses and subnets in CIDR form; throws when one is malformed. */
export function addressGuard(exceptions: string[]): AddressGuard {
  const excepted = subnets(exceptions)
  const blockList = new BlockListWithExceptions(subnets(deniedSubnets), excepted)
  return { allows: address => hasAddress(excepted, address) || isPublic(address), blockList }
}

function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return !morePrivateSubnets.some(([net, bits]) => net.kind() === address.kind() && address.match([net, bits] as never))
}

/** A list of addresses and subnets in CIDR form; throws when one is malformed. */
export function subnets(cidrs: string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [net, bits] = ipaddr.parseCIDR(cidr.includes('/') ? cidr : `${cidr}/${isIP(cidr) === 6 ? 128 : 32}`)
    list.addSubnet(net.toString(), bits, net.kind())
  }
  return list
}

/** Whether a text is an IP address, or a subnet in CIDR form. */
export function isSubnet(text: string): boolean {
  const [address = '', bits] = text.split('/')
  const family = isIP(address)
  if (family === 0 || text.split('/').length > 2) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

/** Whether an address is in a list; false for text that is not an IP address. */
export function hasAddress(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

// A BlockList knows no exceptions, but Node calls `check` of the list that it is given.
class BlockListWithExceptions extends BlockList {
  readonly #denied: BlockList
  readonly #excepted: BlockList

  constructor(denied: BlockList, excepted: BlockList) {
    super()
    this.#denied = denied
    this.#excepted = excepted
  }

  override check(address: string, family?: 'ipv4' | 'ipv6'): boolean
  override check(address: SocketAddress): boolean
  override check(address: never, family?: never): boolean {
    return this.#denied.check(address, family) && !this.#excepted.check(address, family)
  }
}
