import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { Config } from '#platform/config'
import { type Finding, failure, note, ok } from './finding.ts'

const privateNetworks = new BlockList()
for (const [address, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(address, bits, 'ipv4')
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

const isPrivate = (address: string): boolean =>
  privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The addresses of a host; none when its name is not known here. */
async function resolve(url: string): Promise<string[]> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}

const isLoopback = (addresses: string[]): boolean =>
  addresses.length > 0 && addresses.every((one) => /^(?:127\.|::1$)/.test(one))

/** The addresses by which others reach this installation. */
export async function checkAddresses(config: Config, role: 'api' | 'worker'): Promise<Finding[]> {
  const found = [
    ...(role === 'api' ? checkPublicUrl(config, await resolve(config.publicUrl)) : []),
    ...(role === 'worker' ? await checkWorkerUrl(config) : []),
    ...(await checkEngineIsPrivate(config)),
  ]
  return found.length > 0 ? found : [ok(config.publicUrl)]
}

function checkPublicUrl({ publicUrl, trustProxy }: Config, addresses: string[]): Finding[] {
  const { protocol, hostname, pathname, search } = new URL(publicUrl)
  const isLocal = isLoopback(addresses)
  const found: Finding[] = []
  if (pathname !== '/' || search !== '')
    found.push(failure('PUBLIC_URL has a path', 'Set it to the scheme and the host alone.'))
  if (addresses.length === 0)
    found.push(
      failure(
        `the name ${hostname} of PUBLIC_URL is not known here`,
        'Make its DNS entry, or correct PUBLIC_URL.',
      ),
    )
  if (protocol !== 'https:' && !isLocal)
    found.push(
      failure(
        'PUBLIC_URL is not HTTPS: browsers would not keep the session, and keys would travel in the clear',
        'Put a proxy with TLS in front (deploy/proxy/) and set PUBLIC_URL to its https:// address.',
      ),
    )
  if (protocol === 'https:' && !trustProxy)
    found.push(
      failure(
        'PUBLIC_URL is HTTPS, and no proxy is trusted: all callers would share the limits of one network',
        'Set TRUST_PROXY to the address from which the proxy connects.',
      ),
    )
  if (isLocal) found.push(note('PUBLIC_URL leads to this machine alone: nobody else can call the service'))
  return found
}

/** An engine on another machine would call itself. */
async function checkWorkerUrl({ worker, engine }: Config): Promise<Finding[]> {
  const [atWorker, atEngine] = await Promise.all([resolve(worker.url), resolve(engine.adminUrl)])
  if (!isLoopback(atWorker) || isLoopback(atEngine) || atEngine.length === 0) return []
  return [
    failure(
      'WORKER_URL leads to this machine, and the engine is on another one',
      'Set WORKER_URL to how the engine reaches the worker, and WORKER_HOST to the address to listen on.',
    ),
  ]
}

async function checkEngineIsPrivate({ engine }: Config): Promise<Finding[]> {
  const addresses = await resolve(engine.adminUrl)
  if (addresses.every(isPrivate)) return []
  return [
    failure(
      'ENGINE_ADMIN_URL leads to a public address, and the engine has no password',
      'Bind the engine to a private network and set ENGINE_ADMIN_URL to its address there.',
    ),
  ]
}
