import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import {
  type ApiTarget,
  type OpenSystem,
  queryDatabase,
  runParallel,
  sendRequest,
} from '../../harness/driver/index.ts'
import { type ManagedProcess, waitUntil } from '../../harness/processes/index.ts'
import { printProgress } from '../../harness/report/index.ts'
import type { Canaries } from './canaries.ts'
import type { Holder } from './make-secrets.ts'

const IN_PARALLEL = 12
const AWAY_MS = 2_000
const FINAL_WITHIN_MS = 180_000
const TIMEOUT_MS = 30_000
const MODELS = 'ok fail moderated refuse rejected bad-key bad-file lost-reply hang'.split(' ')

/** Jobs of every outcome and mistakes of every kind, while the parts of the service die one by one. */
export async function runStorm(
  { system, databaseUrl }: OpenSystem,
  holders: Holder[],
  canaries: Canaries,
  jobs: number,
): Promise<number> {
  const dispatcher = new Agent({ connections: IN_PARALLEL })
  const numbers = Array.from({ length: jobs }, (_, i) => i)
  const victims = ['s3', 'engine', 'postgres', 'worker', 'api'].map((name) => system.processes[name])
  const stride = Math.ceil(jobs / (victims.length + 1))
  const kills: Promise<void>[] = []
  let answers = 0
  await runParallel(IN_PARALLEL, numbers, async (i) => {
    const victim = victims[i / stride - 1]
    if (victim) kills.push(killFor(victim))
    const holder = holders[i % holders.length] as Holder
    const target = { baseUrl: system.baseUrl, headers: {}, dispatcher }
    for (const send of requestsOf(target, holder, canaries, i)) {
      const answer = await send().catch(() => undefined)
      if (answer) answers++
    }
  })
  await Promise.all(kills)
  await dispatcher.close()
  const isFinal = () =>
    queryDatabase(databaseUrl, async (query) => {
      const open = await query(`select from media where status in ('queued', 'processing')`)
      return open.length === 0
    })
  await waitUntil('every job is final', isFinal, { withinMs: FINAL_WITHIN_MS, everyMs: 500 })
  return answers
}

async function killFor(victim: ManagedProcess): Promise<void> {
  printProgress(`${victim.name} is killed`)
  await victim.kill9()
  await sleep(AWAY_MS)
  await victim.start()
}

type Send = () => Promise<{ status: number }>

/** An order as an agent makes it, and one mistake of an agent, a person or an attacker. */
function requestsOf(target: ApiTarget, { apiKey, headers }: Holder, canaries: Canaries, i: number): Send[] {
  const prompt = `a mug called ${canaries.newPrompt('prompt')}`
  const body = { prompt, model: `simulator/${MODELS[i % MODELS.length]}`, clientRef: `job-${i}` }
  const key = { 'x-api-key': apiKey }
  const post = (path: string, request: object) => () =>
    sendRequest(target, 'POST', path, { timeoutMs: TIMEOUT_MS, ...request })
  const get = (path: string, more: Record<string, string>) => () =>
    sendRequest(target, 'GET', path, { timeoutMs: TIMEOUT_MS, headers: more })
  const json = { ...key, 'content-type': 'application/json' }
  const inside = { name: 'generate_image', arguments: { prompt } }
  const accept = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
  const bearer = { authorization: `Bearer ${apiKey}` }
  const wrong = canaries.newPassword('wrong password')
  const mistakes = [
    post('/api/gen/image', { headers: json, text: `{"prompt": "${prompt}", "key": ${apiKey}}` }),
    post('/api/gen/image', { headers: key, body: { ...body, [prompt]: 1, clientRef: undefined } }),
    post('/api/gen/image', { headers: key, body: { prompt: `${prompt} ${'long '.repeat(400)}` } }),
    // The same reference with another body.
    post('/api/gen/image', { headers: key, body: { ...body, prompt: `another ${prompt}` } }),
    post('/api/account/session', { headers, body: { email: 'owner@atelier.test', password: wrong } }),
    post('/api/account/password', { headers, body: { oldPassword: wrong, newPassword: wrong } }),
    post('/mcp', { headers: { ...bearer, ...accept }, body: callOf(inside) }),
    get(`/api/gen/media?key=${apiKey}&q=${encodeURIComponent(prompt)}`, { 'x-api-key': wrong }),
    get(`/${apiKey}/${encodeURIComponent(prompt)}`, { authorization: `Basic ${wrong}` }),
    get(`/api/gen/media/${apiKey}`, { ...key, 'user-agent': prompt, referer: `https://x.test/${wrong}` }),
    get('/api/account/keys', { ...headers, 'x-request-id': wrong }),
  ]
  return [post('/api/gen/image', { headers: key, body }), mistakes[i % mistakes.length] as Send]
}

const callOf = (params: object) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
