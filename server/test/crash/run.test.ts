import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, findFreePort, startEngine } from '../../harness/processes/index.ts'
import {
  type EngineClient,
  openEngine,
  openWorker,
  type RunSteps,
  runUrlOf,
  type Worker,
} from '../../src/platform/engine/index.ts'

/**
 * The workflow alone, on a real engine, with steps that only record their calls. `inactivityTimeoutMs: 0`
 * makes the engine replay the run at every wait, so that anything non-deterministic in it fails here.
 */
const calls = new Map<string, string[]>()
let wakeTokens: string[] = []
const record = (id: string, step: string) => calls.set(id, [...(calls.get(id) ?? []), step])

const steps: RunSteps = {
  async submit(id, wakeToken, callerWaits) {
    record(id, callerWaits ? 'submit, awaited' : 'submit')
    wakeTokens.push(wakeToken)
    if (id.startsWith('refused')) return { kind: 'over' }
    if (id.startsWith('unknown')) return { kind: 'unknown', waitMs: 20 }
    if (id.startsWith('slow')) await new Promise((done) => setTimeout(done, 3_000))
    return { kind: 'accepted', waitMs: id.startsWith('wake') ? 60_000 : 20 }
  },
  async reconcile(id) {
    record(id, 'reconcile')
    return calls.get(id)?.filter((one) => one === 'reconcile').length === 2
      ? { kind: 'accepted', waitMs: 20 }
      : { kind: 'unknown', waitMs: 20 }
  },
  async advance(id, wakeToken) {
    record(id, 'advance')
    wakeTokens.push(wakeToken)
    return calls.get(id)?.filter((one) => one === 'advance').length === 3
      ? { kind: 'over' }
      : { kind: 'pending', waitMs: id.startsWith('wake') ? 60_000 : 20 }
  },
}

let engine: Engine
let worker: Worker
let client: EngineClient
const dir = mkdtempSync(join(tmpdir(), 'atelier-run-'))
beforeAll(async () => {
  engine = await startEngine({ dir, partitions: 1, memory: '64MB' })
  const port = await findFreePort()
  worker = await openWorker(steps, {
    drainMs: 10_000,
    host: '127.0.0.1',
    port,
    publicKey: engine.publicKey,
    log: pino({ level: 'silent' }),
    submitWaitMs: 1_000,
    inactivityTimeoutMs: 0,
  })
  client = openEngine({ ...engine, submitWaitMs: 1_000 })
  expect(await client.register(runUrlOf(`http://127.0.0.1:${port}`), true)).toBe('new')
})
afterAll(async () => {
  await worker.close()
  await engine.kill9()
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
})

const expectCalls = async (id: string, want: string[]) =>
  expect.poll(() => calls.get(id), { timeout: 10_000 }).toEqual(want)

test('an accepted job is submitted once and checked until it is over', async () => {
  expect(await client.start('plain')).toBe('accepted')
  await expectCalls('plain', ['submit, awaited', 'advance', 'advance', 'advance'])
})

test('the waiting submit of a refused job gets "over", and no further step runs', async () => {
  expect(await client.start('refused')).toBe('over')
  await expectCalls('refused', ['submit, awaited'])
})

test('with an unknown outcome the waiting submit gets "pending", and the run reconciles', async () => {
  expect(await client.start('unknown')).toBe('pending')
  await expectCalls('unknown', ['submit, awaited', 'reconcile', 'reconcile', 'advance', 'advance', 'advance'])
})

test('with a slow provider the submit gets "pending" within its wait', async () => {
  const startedAt = Date.now()
  expect(await client.start('slow')).toBe('pending')
  expect(Date.now() - startedAt).toBeLessThan(1_500)
})

test('a wake token wakes the run at once, and every check has a new token', async () => {
  wakeTokens = []
  await client.start('wake')
  for (let check = 1; check <= 3; check++) {
    await client.wake(wakeTokens.at(-1) as string)
    await expect.poll(() => calls.get('wake')?.length, { timeout: 5_000 }).toBe(1 + check)
  }
  expect(new Set(wakeTokens).size).toBe(wakeTokens.length)
})

test('a second start of a live run does nothing, and one of a finished run runs it again', async () => {
  await client.start('wake, twice')
  await client.restart('wake, twice')
  expect(calls.get('wake, twice')).toEqual(['submit, awaited'])
  calls.delete('plain')
  await client.restart('plain')
  await expectCalls('plain', ['submit', 'advance', 'advance', 'advance'])
})
