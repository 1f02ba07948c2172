/** `https://*.files.example` stands for every name below `files.example`. */
export function isAllowedHost(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { origin, protocol, port, hostname } = new URL(address)
  return hosts.some((host) => {
    const [, ending] = /^https:\/\/\*(\..+)$/.exec(host) ?? []
    if (ending === undefined) return origin === host
    return protocol === 'https:' && port === '' && hostname.endsWith(ending)
  })
}
