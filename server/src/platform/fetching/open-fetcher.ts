import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { createSecureContext, getCACertificates } from 'node:tls'
import { LRUCache } from 'lru-cache'
import type { Dispatcher } from 'undici'
import { addressPolicy } from './address-policy.ts'
import { DEFAULT_LIMITS, type Dial, type FetchContext, type Limits, type Resolve } from './fetch-context.ts'
import { fetchDocument } from './fetch-document.ts'
import { fetchPicture } from './fetch-picture.ts'
import { newFairTurns } from './new-fair-turns.ts'
import { newPublicAgent } from './new-public-agent.ts'
import type { Fetched } from './store-picture.ts'

export type { Fetched }

/** The only code that opens URLs given by users, and the rules for files of providers. */
export type Fetcher = {
  /**
   * Downloads the picture at a URL into a new file in `folder`. Throws UnusableAddress when the URL or the
   * server's response is unusable, and TooManyWaiting when too many fetches wait, of this user or of all; any
   * other error is ours, such as a full disk.
   */
  fetch(url: string, folder: string, userId: string): Promise<Fetched>
  /**
   * The JSON document at a URL, at most 16 KB, kept for as long as its server allows. Throws as `fetch` does.
   */
  fetchDocument(url: string, userId: string): Promise<string>
  /** Connections to public addresses, for the files of providers. */
  publicAgent: Dispatcher
  /** Aborts the running fetches. */
  close(): Promise<void>
}

/** Settings of a deployment. That an address must be public cannot be turned off. */
export type FetcherOptions = {
  /** Public addresses and ranges that are ours: `['192.88.98.7', '2a00:1234::/96']`. */
  alsoDenied?: readonly string[]
  limits?: Partial<Limits>
  resolve?: Resolve
  dial?: Dial
  /** A certificate to trust in addition to the usual ones. */
  ca?: string
}

/**
 * Each fetch holds a socket, a file and a few chunks. A user has up to 50 running jobs with five addresses.
 */
const TURNS = { turns: 16, turnsPerUser: 4, waitingPerUser: 300, waitingMax: 3_000 }
const DOCUMENTS_KEPT = 1_000

export function openFetcher(options: FetcherOptions = {}): Fetcher {
  const context: FetchContext = {
    isPublic: addressPolicy(options.alsoDenied),
    resolve: options.resolve ?? ((host) => lookup(host, { all: true, order: 'ipv4first' })),
    dial: options.dial ?? ((host, port) => connect({ host, port })),
    secureContext: createSecureContext(options.ca ? { ca: [...getCACertificates(), options.ca] } : {}),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  }
  const takeTurn = newFairTurns(TURNS)
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  const publicAgent = newPublicAgent(context, closing.signal)
  const documents = new LRUCache<string, string>({ max: DOCUMENTS_KEPT })
  const track = <T>(fetching: Promise<T>): Promise<T> => {
    running.add(fetching)
    return fetching.finally(() => running.delete(fetching))
  }
  return {
    publicAgent,
    fetch: async (url, folder, userId) =>
      track(takeTurn(userId, () => fetchPicture(url, folder, context, closing.signal))),
    async fetchDocument(url, userId) {
      const kept = documents.get(url)
      if (kept !== undefined) return kept
      const fetched = await track(takeTurn(userId, () => fetchDocument(url, context, closing.signal)))
      documents.set(url, fetched.text, { ttl: fetched.keptSeconds * 1_000 })
      return fetched.text
    },
    async close() {
      closing.abort(new Error('the fetcher was closed'))
      await Promise.allSettled([...running, publicAgent.destroy()])
    },
  }
}
