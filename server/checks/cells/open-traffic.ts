import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import type { Cell } from '../../harness/cells/index.ts'
import { followJob } from './follow-job.ts'
import { newSender, type Phase, type Sent } from './new-sender.ts'

/** What was sent to one cell. */
export type Traffic = {
  readonly cell: Cell
  readonly sent: Sent[]
  /** The ids of the acknowledged jobs, with the addresses of their files. */
  readonly files: Map<string, string>
  unacknowledged(): number
  setPhase(phase: Phase): void
  /** Sends jobs at a steady rate, each followed until its file is there. */
  sendJobs(count: number, perSecond: number): Promise<void>
  stop(): Promise<void>
}

const READ_EVERY_MS = 100

/** Callers of one cell: some submit jobs and poll, one reads all the time. */
export function openTraffic(baseUrl: string, cell: Cell): Traffic {
  const dispatcher = new Agent({ connections: 64 })
  const sent: Sent[] = []
  const files = new Map<string, string>()
  const over = new AbortController()
  let phase: Phase = 'warm-up'
  let unacknowledged = 0
  let next = 0
  let jobsSent = 0
  const nextKey = (): string => cell.users[next++ % cell.users.length]?.apiKey ?? ''
  const send = newSender({ baseUrl, dispatcher }, sent, () => phase)
  const read = async () => {
    while (!over.signal.aborted) {
      await send({ apiKey: nextKey(), method: 'GET', path: '/api/gen/credits' })
      await sleep(READ_EVERY_MS)
    }
  }
  const reading = read()
  return {
    cell,
    sent,
    files,
    unacknowledged: () => unacknowledged,
    setPhase: (wanted) => {
      phase = wanted
    },
    async sendJobs(count, perSecond) {
      const jobs = Array.from({ length: count }, async (_, index) => {
        await sleep((index * 1_000) / perSecond)
        const isAcknowledged = await followJob(send, {
          apiKey: nextKey(),
          clientRef: `job-${++jobsSent}`,
          onAcknowledged: (id) => files.set(id, ''),
          onFile: (id, url) => files.set(id, url),
        })
        if (!isAcknowledged) unacknowledged++
      })
      await Promise.all(jobs)
    },
    async stop() {
      over.abort()
      await reading
      await dispatcher.close()
    },
  }
}
