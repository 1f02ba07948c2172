import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { readMemoryBytes } from '../../harness/usage/index.ts'

type Sent = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }
type NewCall = (key: string) => Sent

export type Load = { ms: number[]; seconds: number; bytesPerClient: number; failures: string[] }

type LoadPlan = {
  baseUrl: string
  keys: string[]
  pid: number | undefined
  newCall: NewCall
  clients: number
  calls: number
}

const WATCH_MS = 100
const RIGHT = /balance\\?":1000000/

export const plainPing: NewCall = (key) => ({
  method: 'GET',
  path: '/api/gen/credits?limit=1',
  headers: { authorization: `Bearer ${key}` },
})

const headersOf = (key: string) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
})

export const callTool = (key: string, name: string, args: object): Sent => ({
  method: 'POST',
  path: '/mcp',
  headers: { ...headersOf(key), 'mcp-protocol-version': '2025-06-18' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
})

export const legacyPing: NewCall = (key) => callTool(key, 'ping', {})

const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'probe', version: '1' },
}

export const modernPing: NewCall = (key) => ({
  method: 'POST',
  path: '/mcp',
  headers: {
    ...headersOf(key),
    'mcp-protocol-version': VERSION,
    'mcp-method': 'tools/call',
    'mcp-name': 'ping',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'ping', arguments: {}, _meta: META },
  }),
})

/** All clients call at the same time, each the next time when it has its answer. */
export async function runLoad({ baseUrl, keys, pid, newCall, clients, calls }: LoadPlan): Promise<Load> {
  const pool = new Pool(baseUrl, { connections: clients, pipelining: 1, headersTimeout: 60_000 })
  const atStart = readMemoryBytes(pid)
  let most = atStart
  const watch = new AbortController()
  const watching = (async () => {
    while (!watch.signal.aborted) {
      most = Math.max(most, readMemoryBytes(pid))
      await sleep(WATCH_MS)
    }
  })()
  const ms: number[] = []
  const failures: string[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const sent = newCall(keys[client % keys.length] as string)
      for (let call = 0; call < calls; call++) {
        const begunAt = performance.now()
        const { statusCode, body } = await pool.request(sent)
        const text = await body.text()
        ms.push(performance.now() - begunAt)
        if (statusCode !== 200 || !RIGHT.test(text)) failures.push(`${statusCode} ${text.slice(0, 200)}`)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  watch.abort()
  await watching
  await pool.close()
  return { ms, seconds, bytesPerClient: (most - atStart) / clients, failures }
}
