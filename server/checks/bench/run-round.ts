import { setTimeout as sleep } from 'node:timers/promises'
import { printProgress } from '../../harness/report/index.ts'
import { readMachineMs } from '../../harness/usage/index.ts'
import type { Subject } from './subject.ts'

export type Round = {
  subject: Subject['name']
  jobs: number
  completed: number
  refused: number
  wallMs: number
  jobsPerSecond: number
  /** CPU time by process; the sum is what the subject costs. */
  cpuMsPerJob: Record<string, number>
  cpuMsPerJobTotal: number
  /** CPU time of what only the measurement needs: simulator and load. */
  apartMsPerJob: Record<string, number>
  /** How many cores other processes used meanwhile: it shows how far the figures can be trusted. */
  otherCores: number
}

export type RoundPlan = {
  jobs: number
  clients: number
  open: number
  apart: Record<string, () => number>
}

const COUNT_EVERY_MS = 200
/** When no job ends for this long, the rest counts as lost. */
const QUIET_MS = 60_000
/** Work after the last job, such as the end of its run in the engine, belongs to the round too. */
const TAIL_MS = 500

let number = 0
/** A number that no other job of this process has. */
export const nextJob = (): number => ++number

/**
 * From the first submit to the last completion. Meanwhile the subject only has to count its open jobs.
 */
export async function runRound(subject: Subject, plan: RoundPlan): Promise<Round> {
  const { jobs } = plan
  const before = await subject.completed()
  const cpu = startMeters(subject.parts)
  const apart = startMeters(plan.apart)
  const machine = startMeters({ all: readMachineMs, clock: () => performance.now() })
  const startedAtMs = Date.now()
  const refused = await sendAll(subject, plan)
  await sleep(TAIL_MS)
  const [cpuMs, apartMs, { all = 0, clock = 1 }] = [cpu(), apart(), machine()]
  const after = await subject.completed()
  const wallMs = after.lastAtMs - startedAtMs
  const completed = after.jobs - before.jobs
  return {
    subject: subject.name,
    jobs,
    completed,
    refused,
    wallMs,
    jobsPerSecond: (completed * 1000) / wallMs,
    cpuMsPerJob: perJob(cpuMs, jobs),
    cpuMsPerJobTotal: sumOf(cpuMs) / jobs,
    apartMsPerJob: perJob(apartMs, jobs),
    otherCores: Math.max(0, all - sumOf(cpuMs) - sumOf(apartMs)) / clock,
  }
}

/** Sends all jobs, waits until none is open or polled, and returns how many were not accepted. */
async function sendAll(subject: Subject, { jobs, clients, open }: RoundPlan): Promise<number> {
  let sent = 0
  let refused = 0
  let underway = 0 // open at the last count, plus those sent since
  let firstRefusal: unknown
  const client = async (mine: number) => {
    while (sent < jobs) {
      if (underway >= open) {
        await sleep(20)
        continue
      }
      sent++
      underway++
      await subject.submit(nextJob(), mine).catch((error) => {
        refused++
        firstRefusal ??= error
      })
    }
  }
  const submitting = Promise.all(Array.from({ length: clients }, (_, mine) => client(mine)))
  let done = false
  void submitting.finally(() => (done = true)).catch(() => undefined)
  for (let quietSince = Date.now(), last = -1; ; ) {
    const wasDone = done
    underway = await subject.open()
    const left = underway + subject.polled()
    if (wasDone && left === 0) break
    if (left !== last) quietSince = Date.now()
    last = left
    if (Date.now() - quietSince > QUIET_MS) break
    await sleep(COUNT_EVERY_MS)
  }
  await submitting
  if (firstRefusal) printProgress(`${refused} refused, the first: ${firstRefusal}`)
  return refused
}

function startMeters(parts: Record<string, () => number>): () => Record<string, number> {
  const before = Object.entries(parts).map(([name, read]) => ({ name, read, ms: read() }))
  return () => Object.fromEntries(before.map(({ name, read, ms }) => [name, read() - ms]))
}

const perJob = (ms: Record<string, number>, jobs: number): Record<string, number> =>
  Object.fromEntries(Object.entries(ms).map(([name, value]) => [name, value / jobs]))

const sumOf = (ms: Record<string, number>): number => Object.values(ms).reduce((sum, value) => sum + value, 0)
