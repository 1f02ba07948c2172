// Proves that the figures of the memory follow from the rows: a Python program that shares no code with the
// service reports the rows of an invented account over HTTP, computes history, patterns, drift and plan again
// and compares every figure, to the last digit that is shown.
// Run: pnpm probe:recompute [--scale 1] [--seed 1]. Takes about 3 minutes; --small 1.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { flag, number, text } from '../../harness/arguments/index.ts'
import { callAs, fastPostgres, fastSettings, logIn, openSystem } from '../../harness/driver/index.ts'
import { print, printChecks, runCheck } from '../../harness/report/index.ts'

const PROGRAM = join(import.meta.dirname, 'recompute.py')
const FIGURES_LEAST = 5_000
const SHOWN_MAX = 40

const command = {
  name: 'pnpm probe:recompute',
  options: {
    scale: number(1, 'how many ads the account has, as a share', { least: 0, most: 10 }),
    seed: text('1', 'the same account again'),
    small: flag('a third of the ads, for CI'),
  },
}

type Answer = { rows: number; figures: number; byKind: Record<string, number>; differences: string[] }

await runCheck(command, async ({ scale, seed, small }) => {
  const { system, users } = await openSystem('recompute', {
    users: 1,
    env: fastSettings,
    postgres: fastPostgres,
  })
  const [user] = users
  if (!user) throw new Error('the system has no user')
  const call = callAs(system.baseUrl, await logIn(system.baseUrl, user))
  const keys: string[] = []
  for (const name of ['first', 'second']) {
    const { secret } = await call('POST', '/api/account/keys', { body: { name } })
    keys.push(`${name}=${secret}`)
  }
  const child = spawn('python3', [PROGRAM, system.baseUrl, seed, String(small ? scale / 3 : scale)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(`${keys.join('\n')}\n`)
  const output = await readAll(child.stdout)
  const { rows, figures, byKind, differences } = JSON.parse(output) as Answer
  const kinds = Object.entries(byKind).map(([kind, count]) => `${count} of ${kind}`)
  print(`${rows} rows; ${figures} figures: ${kinds.join(', ')}; ${differences.length} differences`)
  return printChecks([
    {
      sentence: 'every figure follows from the rows',
      failures: differences.slice(0, SHOWN_MAX),
    },
    {
      sentence: `at least ${FIGURES_LEAST} figures were computed`,
      failures: figures < FIGURES_LEAST ? [`only ${figures}`] : [],
    },
  ])
})
