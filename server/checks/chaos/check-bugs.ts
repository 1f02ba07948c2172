// Proves that `pnpm chaos` finds what it must: each known bug is injected into the server in a run of its
// own, and the count that it must raise has to be above zero. A run without a bug must find nothing.
// Run: pnpm chaos:checker [NAME ...]. Takes 20 to 60 s for each bug.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { print, runCheck } from '../../harness/report/index.ts'
import { bugs } from './bugs.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const WITHIN_MS = 240_000
const NO_BUG = 'no bug'

type Outcome = { name: string; passed: boolean; summary: string; seconds: number }

const command = { name: 'pnpm chaos:checker', options: {}, positionals: 'NAME ... of bugs, all by default' }

await runCheck(command, async (_, names) => {
  const known = [NO_BUG, ...bugs.map(({ name }) => name)]
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`there is no bug ${unknown}; there are ${known.join(', ')}`)
  const results = { passed: 0, failed: 0 }
  for (const name of names.length === 0 ? known : names) {
    const args = name === NO_BUG ? ['--jobs', '60', '--kills', '4'] : ['--bug', name]
    const outcome = await run(name, args)
    results[outcome.passed ? 'passed' : 'failed']++
    printOutcome(outcome)
  }
  return results
})

function printOutcome({ name, passed, summary, seconds }: Outcome): void {
  const words = [passed ? 'pass' : 'FAIL', name.padEnd(22), `${Math.round(seconds)} s`.padStart(5), summary]
  print(words.join('  '))
}

/** Each run has its own process, so that no run can influence the next. */
function run(name: string, args: string[]): Promise<Outcome> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [MAIN, '--seed', '1', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  const timer = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS)
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer)
      const text = Buffer.concat(out).toString('utf8')
      const summary =
        describe(text) ?? Buffer.concat(err).toString('utf8').trimEnd().split('\n').slice(-3).join(' | ')
      resolve({ name, passed: code === 0, summary, seconds: (performance.now() - startedAt) / 1_000 })
    })
  })
}

function describe(text: string): string | undefined {
  try {
    const { caughtBy, raised } = JSON.parse(text) as { caughtBy?: string; raised: Record<string, number> }
    const counts = Object.entries(raised).map(([count, times]) => `${count} ${times}`)
    const all = counts.length === 0 ? 'every count is 0' : counts.join(', ')
    return caughtBy ? `expected ${caughtBy}: ${all}` : all
  } catch {
    return undefined
  }
}
