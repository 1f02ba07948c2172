import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Check, printChecks, type Results } from '../../harness/report/index.ts'
import { judgeRun } from './judge-run.ts'
import { type Mistake, mistakes } from './mistakes.ts'
import { type Environment, openEnvironment } from './open-environment.ts'
import { runClients } from './run-clients.ts'

const CALLS_WITHOUT = 60
const CLIENTS = 4

/** Makes each mistake in a copy of the client: the check that it breaks must fail. */
export async function runMistakes(client: string, pythons: string[], seed: number): Promise<Results> {
  const dir = await mkdtemp(join(tmpdir(), 'atelier-mistakes-'))
  const text = await readFile(client, 'utf8')
  const files = new Map(mistakes.map((mistake) => [mistake, mutate(text, mistake)]))
  const environment = await openEnvironment(CLIENTS * (mistakes.length + 1))
  const results: Results = { passed: 0, failed: 0 }
  try {
    for (const mistake of [undefined, ...mistakes]) {
      const file = join(dir, 'svc_mcp.py')
      await writeFile(file, (mistake && files.get(mistake)) ?? text)
      const { passed, failed } = printChecks([
        await tryMistake(environment, mistake, { file, pythons, seed }),
      ])
      results.passed += passed
      results.failed += failed
    }
  } finally {
    await environment.close()
    await rm(dir, { recursive: true, force: true })
  }
  return results
}

/** A text that does not occur exactly once is an error, so that no mistake becomes stale. */
function mutate(text: string, { description, from, to }: Mistake): string {
  const times = text.split(from).length - 1
  if (times !== 1)
    throw new Error(`${description}: its text occurs ${times} times in the client, not once:\n${from}`)
  return text.replace(from, () => to)
}

type Copy = { file: string; pythons: string[]; seed: number }

async function tryMistake(
  environment: Environment,
  mistake: Mistake | undefined,
  copy: Copy,
): Promise<Check> {
  const tag = mistake ? `mistake ${mistakes.indexOf(mistake)},` : 'no mistake,'
  const size = { calls: CALLS_WITHOUT, clients: CLIENTS, ...mistake }
  const run = await runClients(environment, { ...copy, ...size, tag }, () => undefined)
  const broken = (await judgeRun(environment, run, tag)).filter(({ failures }) => failures.length > 0)
  const found = broken.map(({ name, failures }) => `${name} ${failures.length}`).join(', ') || 'nothing'
  if (!mistake)
    return {
      sentence: 'the client as it is',
      failures: broken.map(({ name, failures }) => `${name}: ${failures[0]}`),
    }
  const isCaught = broken.some(({ name }) => name === mistake.caughtBy)
  const sentence = `${mistake.description}: expected ${mistake.caughtBy}, found ${found}`
  return { sentence, failures: isCaught ? [] : ['not caught'] }
}
