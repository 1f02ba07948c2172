import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest } from '../../harness/driver/index.ts'

export type HealthAnswer = { path: string; sentAt: number; at: number; status: number }

export type HealthWatch = {
  answers: HealthAnswer[]
  /** Answers of 200, of any path, to questions that were asked and answered between the two moments. */
  countHealthy(from: number, to: number): number
  /** The time from a moment to the first 200 of `/health` after it; undefined if there is none yet. */
  healthyAfterMs(from: number): number | undefined
  stop(): Promise<void>
}

const EVERY_MS = 100
const TIMEOUT_MS = 10_000

const HEALTH = '/health'
const PATHS = [HEALTH, '/health/ready']

/** Asks the api all the time whether it is healthy and ready. No answer counts as 0. */
export function watchHealth(baseUrl: string): HealthWatch {
  const answers: HealthAnswer[] = []
  let isStopped = false
  const watch = async (path: string) => {
    while (!isStopped) {
      const sentAt = performance.now()
      const request = sendRequest({ baseUrl, headers: {} }, 'GET', path, { timeoutMs: TIMEOUT_MS })
      const { status } = await request.catch(() => ({ status: 0 }))
      answers.push({ path, sentAt, at: performance.now(), status })
      await sleep(EVERY_MS)
    }
  }
  const watching = Promise.all(PATHS.map(watch))
  const isHealthy = ({ status }: HealthAnswer) => status === 200
  return {
    answers,
    countHealthy: (from, to) =>
      answers.filter((one) => isHealthy(one) && one.sentAt >= from && one.at <= to).length,
    healthyAfterMs(from) {
      const first = answers.find((one) => one.path === HEALTH && isHealthy(one) && one.sentAt >= from)
      return first && first.at - from
    },
    async stop() {
      isStopped = true
      await watching
    },
  }
}
