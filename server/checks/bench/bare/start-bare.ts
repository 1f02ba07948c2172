import { join } from 'node:path'
import { type Dispatcher, request } from 'undici'
import {
  type Engine,
  findFreePorts,
  startEngine,
  startManagedProcess,
  waitUntil,
} from '../../../harness/processes/index.ts'
import { readCpuMs } from '../../../harness/usage/index.ts'
import type { Subject } from '../subject.ts'
import type { BareSettings } from './main.ts'

type BareOptions = {
  dir: string
  simulatorUrl: string
  partitions: number
  dispatcher: Dispatcher
}

/** A separate engine with a separate worker, so that neither side has the other's data. */
export async function startBare(options: BareOptions): Promise<Subject> {
  const { dir, simulatorUrl, partitions, dispatcher } = options
  const [workerPort, callbackPort] = (await findFreePorts(2)) as [number, number]
  const engine = await startEngine({ dir: join(dir, 'engine'), partitions })
  const worker = await startWorker(options, {
    workerPort,
    callbackPort,
    ingressUrl: engine.ingressUrl,
    publicKey: engine.publicKey,
    simulatorUrl,
  })
  await register(engine, `http://127.0.0.1:${workerPort}`)

  const ended = async () => {
    const answer = await request(`http://127.0.0.1:${callbackPort}/ended`)
    return (await answer.body.json()) as { jobs: number; lastAtMs: number }
  }
  let accepted = 0
  return {
    name: 'bare',
    parts: { engine: () => readCpuMs(engine.pid), worker: () => readCpuMs(worker.pid) },
    async submit(job) {
      const url = `${engine.ingressUrl}/bareRun/job${job}/start`
      const answer = await request(url, { method: 'POST', dispatcher })
      const outcome = await answer.body.json()
      if (outcome !== 'accepted') throw new Error(`the bare engine answered ${JSON.stringify(outcome)}`)
      accepted++
    },
    open: async () => accepted - (await ended()).jobs,
    polled: () => 0,
    completed: ended,
    async stop() {
      await worker.stop()
      await engine.stop()
    },
  }
}

const startWorker = ({ dir }: BareOptions, settings: BareSettings) =>
  startManagedProcess({
    name: 'bare-worker',
    program: process.execPath,
    args: [join(import.meta.dirname, 'main.ts'), JSON.stringify(settings)],
    env: process.env,
    cwd: import.meta.dirname,
    logFile: join(dir, 'worker.log'),
    isReady: async () => {
      const answer = await request(`http://127.0.0.1:${settings.callbackPort}/ended`)
      await answer.body.dump()
      return true
    },
    readyWithinMs: 20_000,
  })

async function register(engine: Engine, uri: string): Promise<void> {
  await waitUntil(
    'the bare engine knows its worker',
    async () => {
      const answer = await fetch(`${engine.adminUrl}/deployments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ uri, force: true }),
      })
      await answer.body?.cancel()
      return answer.ok
    },
    { withinMs: 20_000, everyMs: 200 },
  )
}
