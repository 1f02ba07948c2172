/**
 * What counts as one place on the internet: an IPv4 address, or the half of an IPv6 address that a provider
 * gives to one customer, who may make up the other half.
 */
export function networkOf(address: string): string {
  // As IPv6 sockets show it, or as some proxies write it, with a port.
  const four = /^(?:::ffff:)?(\d+(?:\.\d+){3})(?::\d+)?$/i.exec(address)?.[1]
  if (four) return four
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
