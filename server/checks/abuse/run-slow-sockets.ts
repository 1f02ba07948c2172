import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Abuse } from './scenario.ts'

export type SlowPlan = {
  port: number
  count: number
  /** The addresses that the clients connect from: 127.0.1.1 and so on. */
  networks: string[]
  /** All of them are open after this time. */
  openSeconds: number
  /** How often each one does something: sends `drip` and reads up to `readBytes`. */
  everySeconds: number
  first: string
  drip: string
  readBytes: number
  /** Whether a client connects again after it was cut off. */
  again: boolean
}

export type SlowOutcome = {
  opened: number
  refused: number
  closed: number
  left: number
  /** Of those that were closed and of those that are left. */
  longestSeconds: number
  /** The most files that were open to one network, as its clients saw it. */
  mostOfNetwork: number
  answers: Record<string, number>
}

/** Loopback addresses stand for networks. */
export const networks = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`)

/** Slow clients in a process of their own. */
export function runSlowSockets(plan: SlowPlan, judge: (outcome: SlowOutcome) => string[] = () => []): Abuse {
  const script = join(import.meta.dirname, 'hold_sockets.py')
  const child = spawn('python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write(`${JSON.stringify(plan)}\n`)
  const printed = text(child.stdout)
  return {
    async stop() {
      child.stdin.end()
      const outcome = JSON.parse(await printed) as SlowOutcome
      const { opened, closed, longestSeconds, mostOfNetwork, answers } = outcome
      const longest = `the longest open for ${longestSeconds.toFixed(1)} s`
      const summary = `${opened} opened, ${closed} closed, ${longest}, ${mostOfNetwork} of one network`
      return { summary: `${summary}; answers ${JSON.stringify(answers)}`, failures: judge(outcome) }
    },
  }
}
