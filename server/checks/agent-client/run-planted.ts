import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgeRun } from './judge-run.ts'
import { type Mistake, mistakes } from './list-mistakes.ts'
import { type Environment, openEnvironment } from './open-environment.ts'
import { runClients } from './run-clients.ts'

const CALLS_WITHOUT = 60
const CLIENTS = 4

/** A check that finds nothing is no check: each mistake is made, and the check that it breaks must say so. */
export async function runPlanted(
  client: string,
  pythons: string[],
  seed: number,
  say: (text: string) => void,
): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'atelier-planted-'))
  const text = await readFile(client, 'utf8')
  const files = new Map(mistakes.map((mistake) => [mistake, spoil(text, mistake)]))
  const environment = await openEnvironment(CLIENTS * (mistakes.length + 1))
  let wrong = 0
  try {
    for (const mistake of [undefined, ...mistakes]) {
      const file = join(dir, 'svc_mcp.py')
      await writeFile(file, (mistake && files.get(mistake)) ?? text)
      const { passed, sentence } = await plant(environment, mistake, { file, pythons, seed })
      if (!passed) wrong++
      say(`${passed ? 'ok  ' : 'FAIL'} ${sentence}`)
    }
  } finally {
    await environment.close()
    await rm(dir, { recursive: true, force: true })
  }
  say(`${mistakes.length + 1 - wrong} passed, ${wrong} failed`)
  return wrong === 0 ? 0 : 1
}

/** A piece that is not there exactly once is an error, so that no mistake rots. */
function spoil(text: string, { story, from, to }: Mistake): string {
  const times = text.split(from).length - 1
  if (times !== 1) throw new Error(`${story}: its text is ${times} times in the client, not once:\n${from}`)
  return text.replace(from, () => to)
}

type Copy = { file: string; pythons: string[]; seed: number }

async function plant(environment: Environment, mistake: Mistake | undefined, copy: Copy) {
  const tag = mistake ? `mistake ${mistakes.indexOf(mistake)},` : 'no mistake,'
  const size = { calls: CALLS_WITHOUT, clients: CLIENTS, ...mistake }
  const told = await runClients(environment, { ...copy, ...size, tag }, () => undefined)
  const broken = (await judgeRun(environment, told, tag)).filter((check) => check.broken.length > 0)
  const found = broken.map(({ name, broken: times }) => `${name} ${times.length}`).join(', ') || 'nothing'
  if (!mistake)
    return {
      passed: broken.length === 0,
      sentence: `the client as it is: found ${found} ${broken[0]?.broken[0] ?? ''}`,
    }
  const passed = broken.some(({ name }) => name === mistake.caughtBy)
  return { passed, sentence: `${mistake.story}: expected ${mistake.caughtBy}, found ${found}` }
}
