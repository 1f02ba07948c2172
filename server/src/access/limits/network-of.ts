/**
 * What counts as one network: an IPv4 address, or the first half of an IPv6 address, which a provider assigns
 * to one customer, who chooses the other half freely.
 */
export function networkOf(address: string): string {
  // Also as IPv6 sockets show it (::ffff:), or with a port, as some proxies write it.
  const four = /^(?:::ffff:)?(\d+(?:\.\d+){3})(?::\d+)?$/i.exec(address)?.[1]
  if (four) return four
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
