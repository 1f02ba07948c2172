// Runs the conformance suite of the protocol against /mcp: the scenarios that apply to a server with tools
// and without prompts, resources and events. The suite cannot send a key, so it talks to a proxy that adds
// one.
// Run: pnpm conformance. Takes about 2 minutes. expected-failures.json says why some checks cannot pass.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fastPostgres, fastSettings, openSystem } from '../../harness/driver/index.ts'
import { print, printChecks, runCheck } from '../../harness/report/index.ts'
import { readChecks } from './read-checks.ts'
import { startKeyProxy } from './start-key-proxy.ts'

const run = promisify(execFile)
const HERE = import.meta.dirname
const SUITE = join(HERE, '..', '..', 'node_modules', '.bin', 'conformance')

type Scenario = { name: string; version: string }
type Plan = { scenarios: Scenario[]; expectedFailures: Record<string, string> }

const plan = JSON.parse(readFileSync(join(HERE, 'expected-failures.json'), 'utf8')) as Plan

await runCheck({ name: 'pnpm conformance', options: {} }, async () => {
  const opened = await openSystem('conformance', { env: fastSettings, postgres: fastPostgres })
  const { system, owner, dir } = opened
  const proxy = await startKeyProxy(system.baseUrl, owner.apiKey)
  const unexpected: string[] = []
  const seen = new Set<string>()
  let passed = 0
  for (const { name, version } of plan.scenarios) {
    const folder = await mkdtemp(join(dir, 'conformance-'))
    await runScenario(proxy.url, { name, version }, folder)
    const checks = readChecks(folder)
    if (checks.length === 0) unexpected.push(`${name} at ${version} reported no checks`)
    for (const { id, isFailure, message } of checks) {
      const key = `${name}:${id}`
      if (!isFailure) passed++
      else if (plan.expectedFailures[key]) seen.add(key)
      else unexpected.push(`${key} at ${version}: ${message}`)
    }
    const failures = checks.filter(({ isFailure }) => isFailure).map(({ id }) => id)
    print(
      `${name} at ${version}: ${checks.length - failures.length} of ${checks.length} ${failures.join(', ')}`,
    )
  }
  await proxy.close()
  const stale = Object.keys(plan.expectedFailures).filter((key) => !seen.has(key))
  print(`${passed} checks passed, ${seen.size} failed as expected`)
  return printChecks([
    { sentence: 'every check passes that is not expected to fail', failures: unexpected },
    { sentence: 'every check that is expected to fail still fails', failures: stale },
  ])
})

/** The suite ends with an error when a check fails; the files that it writes say which. */
async function runScenario(url: string, { name, version }: Scenario, folder: string): Promise<void> {
  const options = [
    'server',
    '--url',
    `${url}/mcp`,
    '--scenario',
    name,
    '--spec-version',
    version,
    '-o',
    folder,
  ]
  await run(SUITE, options, { maxBuffer: 2 ** 26 }).catch(() => undefined)
}
