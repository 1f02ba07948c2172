/** Where the service is, who calls it, and by which fetch. Made by `newClient`, used by every call. */
export type Client = {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly fetch: typeof globalThis.fetch
  readonly tryMs: number
  readonly maxWaitMs: number
}

export type ClientOptions = {
  /** The address of the deployment, such as `https://svc.example`. */
  baseUrl: string
  /** `hsk_...`. It is sent only to endpoints that take a key. */
  apiKey?: string | undefined
  /** Another fetch, for example with a proxy. Default: the one of the platform. */
  fetch?: typeof globalThis.fetch | undefined
  /** How long one try may take. A submit is answered after 8 s at most, in the worst case after 13 s. */
  tryMs?: number | undefined
  /** A longer wait before the next try is not waited for, but reported. Rate limits last 60 s at most. */
  maxWaitMs?: number | undefined
}

const TRY_MS = 30_000
const MAX_WAIT_MS = 61_000

export function newClient({ baseUrl, apiKey, fetch, tryMs, maxWaitMs }: ClientOptions): Client {
  const { protocol, host, pathname } = new URL(baseUrl)
  return {
    baseUrl: `${protocol}//${host}${pathname.replace(/\/+$/, '')}`,
    apiKey,
    // A browser refuses to run its fetch as a method of another object.
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
    tryMs: tryMs ?? TRY_MS,
    maxWaitMs: maxWaitMs ?? MAX_WAIT_MS,
  }
}
