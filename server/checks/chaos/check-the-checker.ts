// Plants every known bug, one run after the other, and says whether the checker caught it.
// Without a bug it must be silent.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bugs } from './list-bugs.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const WITHIN_MS = 240_000

type Outcome = { name: string; passed: boolean; told: string; seconds: number }

const wanted = process.argv.slice(2)
const outcomes: Outcome[] = []
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
if (isWanted('no bug')) show(await run('no bug', ['--jobs', '60', '--kills', '4']))
for (const bug of bugs) if (isWanted(bug.name)) show(await run(bug.name, ['--bug', bug.name]))

const failed = outcomes.filter((outcome) => !outcome.passed).length
process.stdout.write(`${outcomes.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

function show(outcome: Outcome): void {
  outcomes.push(outcome)
  const { name, passed, told, seconds } = outcome
  const words = [passed ? 'pass' : 'FAIL', name.padEnd(22), `${Math.round(seconds)} s`.padStart(5), told]
  process.stdout.write(`${words.join('  ')}\n`)
}

/** Its own process for each run: what one leaves behind cannot help or harm the next. */
function run(name: string, args: string[]): Promise<Outcome> {
  const begun = performance.now()
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
      const told =
        describe(text) ?? Buffer.concat(err).toString('utf8').trimEnd().split('\n').slice(-3).join(' | ')
      resolve({ name, passed: code === 0, told, seconds: (performance.now() - begun) / 1_000 })
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
