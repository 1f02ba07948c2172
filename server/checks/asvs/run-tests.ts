import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import type { Proof } from '../../harness/standard/index.ts'

/** Some tests start a whole system first. */
const LIMIT_MS = 600_000

/** What became of a test. `absent`: it did not run, because nothing of its file did. */
export type Outcome = { proof: Proof; state: 'passed' | 'failed' | 'absent'; message: string }

type Report = {
  testResults: {
    name: string
    assertionResults: { title: string; fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** The titles of a table are filled in when they run: `%s`, `%j` and `${name}` stand for anything. */
const patternOf = (title: string): string =>
  title
    .split(/(%[sdijo#]\.?|\$\{[^}]*\}|\$[a-z]\w*)/)
    .map((part, index) => (index % 2 === 1 ? '.*' : part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
    .join('')

/** Which tests need a running system: those that the unit configuration leaves out. */
const isUnit = (file: string): boolean =>
  /^(?:client|contract|dashboard|doubles|simulator)\//.test(file) ||
  /^server\/test\/(?:structure|imaging\/|statistics\/)/.test(file) ||
  /^server\/test\/rules\/(?!row-security|database-roles|ledger|partitions|statements)/.test(file)

/** Runs the named tests of a folder and nothing else. */
export async function runTests(folder: string, proofs: Proof[]): Promise<Outcome[]> {
  const report = join(folder, 'asvs-report.json')
  rmSync(report, { force: true })
  const files = [...new Set(proofs.map(({ file }) => file))]
  const titles = proofs.map(({ title }) => patternOf(title)).join('|')
  const config = files.every(isUnit) ? ['--config', 'vitest.unit.config.ts'] : []
  const args = [
    'run',
    ...config,
    '--reporter=json',
    `--outputFile=${report}`,
    '-t',
    `(?:^|\\s)(?:${titles})$`,
    ...files,
  ]
  await runToEnd('pnpm', ['exec', 'vitest', ...args], folder)
  return proofs.map((proof) => outcomeOf(proof, readReport(report), folder))
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { testResults: [] }
  }
}

function outcomeOf(proof: Proof, { testResults }: Report, folder: string): Outcome {
  const title = new RegExp(`^${patternOf(proof.title)}$`, 's')
  const results = testResults
    .filter(({ name }) => name === join(folder, proof.file))
    .flatMap(({ assertionResults }) => assertionResults.filter((one) => title.test(one.title)))
    .filter(({ status }) => status === 'passed' || status === 'failed')
  const failed = results.find(({ status }) => status === 'failed')
  if (failed) return { proof, state: 'failed', message: failed.failureMessages?.[0]?.split('\n')[0] ?? '' }
  return { proof, state: results.length > 0 ? 'passed' : 'absent', message: '' }
}

/** Its exit code says nothing: tests that fail are what is looked for. */
function runToEnd(command: string, args: string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: 'ignore', detached: true })
  const end = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {}
  }
  const timer = setTimeout(end, LIMIT_MS)
  const closed = closeOnExit(async () => end())
  return new Promise((resolve) => {
    child.on('error', () => resolve())
    child.on('close', () => {
      clearTimeout(timer)
      void closed().then(resolve)
    })
  })
}
