import { Agent, type Dispatcher, request } from 'undici'
import type { App } from '#platform/app'
import { UnusableAddress } from '#platform/fetching'
import type { FileHosts } from '#platform/providers'

/** The file of the provider is unusable, and a retry cannot help. */
export class UnusableFile extends Error {}

/** Its address is not valid any more. The provider may give another one. */
export class ExpiredFile extends UnusableFile {}

const REDIRECTS_MAX = 3
const REDIRECT_STATUSES = [301, 302, 303, 307, 308]
const EXPIRED_STATUSES = [403, 404, 410]

/** For the origin that the operator configured. */
const ownAgent = new Agent({ connections: 64, connect: { timeout: 3_000 } })

export type Opened = { app: App; hosts: FileHosts; signal: AbortSignal; headers: Record<string, string> }

/** Opens a file at the hosts of its provider, also after redirects. No key and no cookie is sent along. */
export async function openAddress(address: string, opened: Opened): Promise<Dispatcher.ResponseData> {
  const { app, hosts, ...options } = opened
  let url = URL.parse(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    if (!url) throw new UnusableFile('the file has no valid address')
    const dispatcher = agentFor(app, url, hosts)
    const answer = await request(url, { dispatcher, ...options }).catch(toUnusable)
    if (answer.statusCode === 200 || answer.statusCode === 206) return answer
    await answer.body.dump()
    if (!REDIRECT_STATUSES.includes(answer.statusCode)) throw errorOf(answer.statusCode)
    url = URL.parse(String(answer.headers.location), url.href)
  }
  throw new UnusableFile('the file redirects too often')
}

const errorOf = (status: number): Error =>
  new (EXPIRED_STATUSES.includes(status) ? ExpiredFile : Error)(`the file answered ${status}`)

/** An address inside our own network is not tried again; a server that is down is. */
function toUnusable(error: unknown): never {
  const isRefused = error instanceof UnusableAddress && ['not_public', 'malformed'].includes(error.kind)
  throw isRefused ? new UnusableFile('the file is not on the public internet', { cause: error }) : error
}

function agentFor(app: App, url: URL, { fileHosts, ownOrigin }: FileHosts): Dispatcher {
  if (url.username === '' && url.password === '') {
    if (url.origin === ownOrigin) return ownAgent
    if (fileHosts.some((host) => isAt(url, host))) return app.fetcher.publicAgent
  }
  throw new UnusableFile('the file is not where the provider keeps its files')
}

/** `https://*.files.example` stands for every name below `files.example`. */
function isAt(url: URL, host: string): boolean {
  const below = /^(https:)\/\/\*(\..+)$/.exec(host)
  if (!below) return url.origin === host
  const [, protocol = '', ending = ''] = below
  return url.protocol === protocol && url.port === '' && url.hostname.endsWith(ending)
}
