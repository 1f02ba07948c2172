// The client of the agent, behind a network and in front of an api that fail in every way known to us.
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPythons } from './find-pythons.ts'
import { judgeRun } from './judge-run.ts'
import { openEnvironment } from './open-environment.ts'
import { type Arguments, readArguments, USAGE } from './read-arguments.ts'
import { runClients } from './run-clients.ts'
import { runPlanted } from './run-planted.ts'
import { checkRun, tellChecks, tellRun } from './tell-run.ts'

const CLIENT = join(import.meta.dirname, '..', '..', '..', 'agent', 'client', 'svc_mcp.py')

const say = (text: string) => process.stdout.write(`${text}\n`)

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  say(`probe: ${error.stack ?? error}`)
  return 1
})
process.exit()

async function main(argv: string[]): Promise<number> {
  const wanted = readArguments(argv)
  if (wanted.help) {
    say(USAGE)
    return 0
  }
  const pythons = findPythons()
  if (wanted.planted) return await runPlanted(CLIENT, pythons, wanted.seed, say)
  return await probe(wanted, pythons)
}

async function probe(wanted: Arguments, pythons: string[]): Promise<number> {
  const environment = await openEnvironment(wanted.clients)
  try {
    const { seed, calls, clients } = wanted
    const told = await runClients(
      environment,
      { seed, calls, clients, tag: 'call', file: CLIENT, pythons },
      say,
    )
    tellRun(told, environment.kills(), say)
    if (wanted.keep) {
      const file = join(tmpdir(), `atelier-agent-client-${seed}.json`)
      await writeFile(file, JSON.stringify(told.records, null, 1))
      say(`  every call with its result: ${file}`)
    }
    const whole = { sentence: 'every tool was called and every fault was met', broken: checkRun(told) }
    const checks = [whole, ...(await judgeRun(environment, told, 'call'))]
    say('')
    const wrong = tellChecks(checks, say)
    say(`${checks.length - wrong} passed, ${wrong} failed`)
    return wrong === 0 ? 0 : 1
  } finally {
    await environment.close()
  }
}
