// A process that sends the requests of its plan in turn, many at the same time, until it is told to stop.
import { readFileSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

export type StormRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  /** For large bodies; read once. */
  bodyFile?: string
}

export type StormPlan = {
  port: number
  /** The address that the requests come from. */
  network: string
  parallel: number
  perSecond: number
  requests: StormRequest[]
}

export type StormOutcome = { sent: number; answers: Record<string, number> }

/** The abuser leaves when it gets no answer: what it began must end, too. */
const LEAVE_MS = 60_000
/** For the sockets to close after the stop. */
const STOP_MS = 3_000

process.once('message', async (plan: StormPlan) => {
  // These clients stand for other machines, so they should use little CPU time here.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const outcome = await storm(plan)
  process.send?.(outcome, () => process.exit())
})

async function storm({ port, network, parallel, perSecond, requests }: StormPlan): Promise<StormOutcome> {
  const outcome: StormOutcome = { sent: 0, answers: {} }
  const agent = new Agent({ keepAlive: true, maxSockets: parallel, localAddress: network })
  const files = new Map<string, Buffer>()
  const count = (what: string) => {
    outcome.answers[what] = (outcome.answers[what] ?? 0) + 1
  }
  let isGoing = true
  const stopped = new Promise<void>((resolve) => {
    process.once('message', () => {
      isGoing = false
      agent.destroy()
      setTimeout(resolve, STOP_MS)
    })
  })
  const bodyOf = ({ body, bodyFile }: StormRequest): Buffer | string | undefined => {
    if (bodyFile === undefined) return body
    const bytes = files.get(bodyFile) ?? readFileSync(bodyFile)
    files.set(bodyFile, bytes)
    return bytes
  }
  const sendOne = (one: StormRequest) =>
    new Promise<void>((resolve) => {
      const body = bodyOf(one)
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const headers = { ...one.headers, ...length }
      const options = { host: '127.0.0.1', port, agent, method: one.method, path: one.path, headers }
      const sent = send({ ...options, timeout: LEAVE_MS }, (answer) => {
        count(String(answer.statusCode))
        answer.resume()
        answer.once('close', resolve)
      })
      sent.once('timeout', () => sent.destroy())
      sent.once('error', () => {
        if (isGoing) count('no answer')
        resolve()
      })
      sent.end(body)
    })
  const startedAt = performance.now()
  const lane = async () => {
    while (isGoing) {
      const due = startedAt + (outcome.sent / perSecond) * 1000 - performance.now()
      if (due > 0) {
        await sleep(Math.min(due, 100))
        continue
      }
      await sendOne(requests[outcome.sent++ % requests.length] as StormRequest)
    }
  }
  // A request that waits for a socket of a destroyed agent never ends.
  await Promise.race([Promise.all(Array.from({ length: parallel }, lane)), stopped])
  return outcome
}
