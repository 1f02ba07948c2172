import { BlockList, isIP } from 'node:net'

/** Private, local, multicast and reserved ranges: what IANA does not allocate on the public internet. */
const IPV4_DENIED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** The only allocated range. Forms that embed an IPv4 address are outside it, except 6to4 and ISATAP. */
const IPV6_ALLOCATED = ['2000::/3']
const IPV6_DENIED = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48']

/** An interface id that starts like this embeds an IPv4 address, in any network. */
const ISATAP = /^(?:0|200):5efe:/

export type AddressPolicy = (address: string) => boolean

/**
 * Whether an address is on the public internet. `alsoDenied` takes addresses and ranges that are public but
 * ours, such as our own addresses or the NAT64 prefix of the network.
 */
export function addressPolicy(alsoDenied: readonly string[] = []): AddressPolicy {
  const allocated = blockList(IPV6_ALLOCATED)
  const denied = blockList([...IPV4_DENIED, ...IPV6_DENIED, ...alsoDenied])
  return (address) => {
    const family = isIP(address)
    if (family === 4) return !denied.check(address, 'ipv4')
    // A zone names a network interface of this machine.
    if (family !== 6 || address.includes('%')) return false
    return allocated.check(address, 'ipv6') && !denied.check(address, 'ipv6') && !isIsatap(address)
  }
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** A block list compares prefixes only; the ISATAP marker is in the middle of an address. */
function isIsatap(address: string): boolean {
  const [network = '', rest] = new URL(`https://[${address}]`).hostname.slice(1, -1).split('::')
  const before = network.split(':')
  const after = rest ? rest.split(':') : []
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return ISATAP.test([...before, ...zeros, ...after].slice(4).join(':'))
}
