import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Load, Outcome } from './hold-connections.ts'

const PROCESSES = 2

/** Opens slow connections in separate processes, and returns when all of them are closed. */
export async function runSlowClients(whole: Load): Promise<Outcome> {
  const halves = Array.from({ length: PROCESSES }, (_, index) =>
    holdConnections({ ...whole, headers: share(whole.headers, index), bodies: share(whole.bodies, index) }),
  )
  const outcomes = await Promise.all(halves)
  const answers: Record<string, number> = {}
  for (const [status, count] of outcomes.flatMap((one) => Object.entries(one.answers)))
    answers[status] = (answers[status] ?? 0) + count
  const sum = (of: (one: Outcome) => number) => outcomes.reduce((total, one) => total + of(one), 0)
  return {
    opened: sum((one) => one.opened),
    refused: sum((one) => one.refused),
    left: sum((one) => one.left),
    longestMs: Math.max(...outcomes.map((one) => one.longestMs)),
    answers,
  }
}

const share = (count: number, index: number): number =>
  Math.floor((count * (index + 1)) / PROCESSES) - Math.floor((count * index) / PROCESSES)

function holdConnections(load: Load): Promise<Outcome> {
  const child = fork(join(import.meta.dirname, 'hold-connections.ts'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the slow clients ended early, with code ${code}`)))
    child.once('message', (outcome) => resolve(outcome as Outcome))
    child.send(load)
  })
}
