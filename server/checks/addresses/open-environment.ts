import { mkdtemp, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { connect, isIP, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { makeCertificate } from '../../harness/processes/index.ts'
import { type Fetcher, type FetcherOptions, openFetcher } from '../../src/platform/fetching/index.ts'
import * as addresses from './address-case.ts'
import { type AddressCase, jpeg, type Site, serveBytes } from './address-case.ts'
import { CONTROL_ADDRESSES } from './list-controls.ts'
import { type ServerName, startServers } from './start-servers.ts'

/** The headers that a request may have. Any other would disclose something. */
const HEADERS = new Set(['host', 'connection', 'accept', 'accept-encoding', 'user-agent'])

const WEB = [addresses.PUBLIC, addresses.PUBLIC_TOO, ...CONTROL_ADDRESSES]
const NAMES = ['*.public.example', '127.0.0.1.nip.public.example']

/** All public addresses of the environment, listed here and not taken from the code under test. */
const serverByAddress = new Map<string, ServerName>([
  ...WEB.map((address) => [address, 'web'] as const),
  [addresses.UNTRUSTED, 'untrusted'],
  [addresses.PLAIN, 'plain'],
  [addresses.SLAM, 'slam'],
  [addresses.SILENT, 'silent'],
  [addresses.ELSEWHERE, 'elsewhere'],
  [addresses.DEAD, 'dead'],
])

export type Environment = Awaited<ReturnType<typeof openEnvironment>>

/**
 * A small internet on loopback: names, public addresses with servers, and the canary. Every other address is
 * connected to the canary, so a gap in the rules is detected and counted.
 */
export async function openEnvironment() {
  const seen = {
    canary: 0,
    elsewhereBytes: 0,
    questions: new Map<string, number>(),
    disclosures: [] as string[],
  }
  const sites = new Map<string, Site>()
  const certificate = makeCertificate([...NAMES, ...WEB])
  const servers = await startServers(certificate, serveSites(sites, seen.disclosures), seen)
  const dial = (address: string, port: number): Socket => {
    if (address === addresses.HOLE) return new Socket()
    const name = port === 443 ? (serverByAddress.get(address) ?? 'canary') : 'canary'
    const socket = connect({ host: '127.0.0.1', port: servers.portOf(name) })
    // As behind a NAT, the socket reports the address that was dialled.
    if (name !== 'elsewhere') Object.defineProperty(socket, 'remoteAddress', { value: address })
    return socket
  }
  const resolve = resolveSites(sites, seen.questions)
  const open = (options: FetcherOptions = {}): Fetcher =>
    openFetcher({ resolve, dial, ca: certificate.cert, ...options })
  // One for each set of options: loading the default certificate authorities is slow.
  const fetchers = new Map<string, Fetcher>()
  const folder = await mkdtemp(join(tmpdir(), 'addresses-'))
  return {
    folder,
    seen,
    dial,
    open,
    canaryPort: servers.portOf('canary'),
    /** Connections that fetches have left open. */
    countOpen: servers.countOpen,
    add(cases: AddressCase[]): void {
      for (const one of cases) {
        for (const [host, site] of Object.entries(one.sites ?? {})) sites.set(host, site)
      }
    },
    fetcherFor(options: AddressCase['options']): Fetcher {
      const key = JSON.stringify(options ?? {})
      const fetcher = fetchers.get(key) ?? open(options)
      fetchers.set(key, fetcher)
      return fetcher
    },
    async close(): Promise<void> {
      await Promise.all([...fetchers.values()].map((fetcher) => fetcher.close()))
      servers.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Serves the site of the requested name, and records headers that a request must not have. */
const serveSites =
  (sites: Map<string, Site>, disclosures: string[]): RequestListener =>
  (request, response) => {
    const { host = '' } = request.headers
    const unexpected = Object.keys(request.headers).filter((name) => !HEADERS.has(name))
    if (unexpected.length > 0) disclosures.push(`${host} got the headers ${unexpected}`)
    const { servername } = request.socket as TLSSocket
    if (servername && servername !== host) disclosures.push(`${host} was addressed as ${servername}`)
    const serve = sites.get(host)?.serve ?? serveBytes(jpeg())
    serve(request, response)
  }

/** Resolves each name to its answers in turn, and then to the last one. */
const resolveSites =
  (sites: Map<string, Site>, questions: Map<string, number>) =>
  async (host: string): Promise<{ address: string; family: number }[]> => {
    const asked = questions.get(host) ?? 0
    questions.set(host, asked + 1)
    const answers = sites.has(host) ? (sites.get(host)?.answers ?? [[addresses.PUBLIC]]) : []
    const answer = answers[Math.min(asked, answers.length - 1)]
    if (!answer) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
    if (answer instanceof Error) throw answer
    if (answer === 'never') return new Promise(() => undefined)
    return answer.map((address) => ({ address, family: isIP(address) }))
  }
