import { execFileSync } from 'node:child_process'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer } from 'node:net'
import type { Mutation } from '../../harness/mutation/index.ts'

/** Names below it lead to a public address, or to the private one that stands in front of them. */
const DOMAIN = 'clients.example'
const PUBLIC_ADDRESS = '8.8.8.8'

/** A server for the documents of clients, and one in our own network that nobody may reach. */
export type Documents = {
  port: number
  canaryPort: number
  certificate: string
  /** How often the server in our own network was reached. */
  canaryHits(): number
  /** Serves a document under a new name; returns its address. */
  publish(write: (address: string) => unknown, serve?: RequestListener): string
  /** The same at a name that leads to our own network. */
  publishInside(address: string): string
  close(): Promise<void>
}

export async function serveDocuments(): Promise<Documents> {
  const { key, cert } = makeCertificate()
  const sites = new Map<string, RequestListener>()
  const server = createServer({ key, cert }, (request, response) => {
    const serve = sites.get(request.headers.host ?? '')
    if (serve) serve(request, response)
    else response.writeHead(404).end()
  })
  let hits = 0
  const canary = createPlainServer((socket) => {
    hits++
    socket.on('error', () => undefined).destroy()
  })
  for (const one of [server, canary])
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', () => resolve()))
  const portOf = (one: typeof server | typeof canary) => (one.address() as AddressInfo).port
  let published = 0
  return {
    port: portOf(server),
    canaryPort: portOf(canary),
    certificate: cert,
    canaryHits: () => hits,
    publish(write, serve) {
      const host = `c${++published}.${DOMAIN}`
      const address = `https://${host}/client.json`
      const text = JSON.stringify(write(address))
      sites.set(host, serve ?? ((_, response) => sendJson(response, text)))
      return address
    },
    publishInside: (address) =>
      `https://${address.replaceAll('.', '-')}.${++published}.${DOMAIN}/client.json`,
    async close() {
      server.close()
      canary.close()
    },
  }
}

const sendJson = (response: Parameters<RequestListener>[1], text: string) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(text)

/**
 * The api finds these servers instead of the internet: names are resolved by what they say, a public address
 * leads to the documents, and every other one to the canary.
 */
export const reachDocuments = (port: number, canaryPort: number): Mutation[] => [
  {
    file: 'platform/fetching/open-fetcher.ts',
    from: `resolve: options.resolve ?? ((host) => lookup(host, { all: true, order: 'ipv4first' })),`,
    to: `resolve: async (host) => {
      void lookup
      const inside = /^(\\d+-\\d+-\\d+-\\d+)\\./.exec(host)?.[1]
      return [{ address: inside?.replaceAll('-', '.') ?? '${PUBLIC_ADDRESS}', family: 4 }]
    },`,
  },
  {
    file: 'platform/fetching/open-fetcher.ts',
    from: 'dial: options.dial ?? ((host, port) => connect({ host, port })),',
    to: `dial: (host) => Object.defineProperty(
      connect({ host: '127.0.0.1', port: host === '${PUBLIC_ADDRESS}' ? ${port} : ${canaryPort} }),
      'remoteAddress',
      { value: host },
    ),`,
  },
]

function makeCertificate(): { key: string; cert: string } {
  const names = `subjectAltName=DNS:*.${DOMAIN}`
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const about = ['-days', '2', '-subj', '/CN=documents', '-addext', names, '-keyout', '-', '-out', '-']
  const out = execFileSync('openssl', [...words, ...about], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [key = '', cert = ''] = out.split(/(?=-----BEGIN CERTIFICATE)/)
  return { key, cert }
}
