import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../../harness/report/index.ts'

export type Honest = { baseUrl: string; apiKey: string; mediaId: string }[]

export type Experience = { asked: number; failed: string[]; p50: number; p99: number; worst: number }

const EVERY_MS = 25
const ANSWER_MS = 10_000

/**
 * Sends forty requests a second until `during` is settled: polls and reads of the credits, alternating
 * between new and kept-alive connections. Each starts on time, however long the earlier ones take.
 */
export async function runHonestClients(honest: Honest, during: Promise<unknown>): Promise<Experience> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const taken: number[] = []
  const failed: string[] = []
  const asked: Promise<void>[] = []
  let going = true
  const stop = () => {
    going = false
  }
  during.then(stop, stop)
  const startedAt = performance.now()
  for (let turn = 0; going; turn++) {
    const who = honest[turn % honest.length] as Honest[number]
    const path = turn % 4 < 2 ? `/api/gen/media/${who.mediaId}` : '/api/gen/credits?limit=5'
    const sentAt = performance.now()
    const answered = ask(`${who.baseUrl}${path}`, who.apiKey, turn % 2 === 0 && agent)
    asked.push(
      answered.then(
        () => void taken.push(performance.now() - sentAt),
        (error: Error) => void failed.push(error.message),
      ),
    )
    await sleep(Math.max(0, startedAt + (turn + 1) * EVERY_MS - performance.now()))
  }
  await Promise.all(asked)
  agent.destroy()
  const at = (share: number) => quantile(taken, share)
  return { asked: asked.length, failed, p50: at(0.5), p99: at(0.99), worst: at(1) }
}

function ask(url: string, apiKey: string, agent: Agent | false): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { 'x-api-key': apiKey }, timeout: ANSWER_MS }, (answer) => {
      answer.resume()
      answer.once('error', reject)
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`answered ${answer.statusCode}`)),
      )
    })
    request.once('timeout', () => request.destroy(new Error(`no answer within ${ANSWER_MS} ms`)))
    request.once('error', reject)
  })
}
