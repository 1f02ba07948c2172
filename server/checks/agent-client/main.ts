// Proves that the agents' MCP client keeps its promises behind a network and in front of an api that fail in
// every way known to us: nothing is charged twice or lost, every result says what to do next, no key leaks.
// Run: pnpm probe:client [--calls 2000] [--clients 10] [--seed 1]. Takes about 10 minutes; with 200 calls 2.
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flag, number } from '../../harness/arguments/index.ts'
import { print, printChecks, runCheck } from '../../harness/report/index.ts'
import { findPythons } from './find-pythons.ts'
import { judgeRun } from './judge-run.ts'
import { openEnvironment } from './open-environment.ts'
import { checkRun, printRun } from './print-run.ts'
import { runClients } from './run-clients.ts'
import { runMistakes } from './run-mistakes.ts'

const CLIENT = join(import.meta.dirname, '..', '..', '..', 'agent', 'client', 'svc_mcp.py')

const command = {
  name: 'pnpm probe:client',
  options: {
    calls: number(2_000, 'calls of tools in all, over the 22 tools, mostly submits and polls', {
      small: 200,
      least: 1,
      most: 100_000,
    }),
    clients: number(10, 'processes of the client, each with its own user, key and faulty proxy', {
      small: 8,
      least: 1,
      most: 40,
    }),
    seed: number(1, 'decides which call meets which fault, and roughly when the api is killed', { least: 1 }),
    small: flag('the size for CI'),
    planted: flag('checks the checks: each known mistake is made in a copy of the client and must be found'),
    keep: flag('writes every call with its result to a file'),
  },
  notes: `Half of the clients run on mcp 1.26.0, half on 2.3.0. AGENT_MCP_126_PYTHON and AGENT_MCP_23_PYTHON
name the Pythons with them; without these agent-mcp-1.26-python and agent-mcp-2.3-python must be on PATH.`,
}

await runCheck(command, async ({ calls, clients, seed, planted, keep }) => {
  const pythons = findPythons()
  if (planted) return runMistakes(CLIENT, pythons, seed)
  const environment = await openEnvironment(clients)
  const run = await runClients(
    environment,
    { seed, calls, clients, tag: 'call', file: CLIENT, pythons },
    print,
  )
  printRun(run, environment.kills())
  if (keep) {
    const file = join(tmpdir(), `atelier-agent-client-${seed}.json`)
    await writeFile(file, JSON.stringify(run.records, null, 1))
    print(`  every call with its result: ${file}`)
  }
  const isComplete = { sentence: 'every tool was called and every fault was met', failures: checkRun(run) }
  const checks = [isComplete, ...(await judgeRun(environment, run, 'call'))]
  await environment.close()
  print('')
  return printChecks(checks)
})
