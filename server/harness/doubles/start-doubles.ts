import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeOnExit } from '../cleanup/index.ts'
import { type DoubleName, keySettingsOf, settingsOf } from './double-settings.ts'
import { type Double, startDouble } from './start-double.ts'

export type DoublesOptions = {
  seed?: number
  /** Durations of the providers are divided by it. */
  scale?: number
  /** Settings of single doubles, such as `{ openai: { renderMs: 100 } }`. */
  settings?: Partial<Record<DoubleName, Record<string, unknown>>>
  /** Whether doubles remember tasks and bill when they are killed and started again. */
  areJournaled?: boolean
  /** Instead of random keys, which no text contains by chance. */
  keys?: Partial<Record<DoubleName, string>>
  /** The file of the operator, which says what is offered. Without it the usual models are. */
  operatorFile?: object
}

export type Doubles<Name extends DoubleName = DoubleName> = {
  readonly byName: Record<Name, Double>
  readonly keys: Record<Name, string>
  /** Where their logs and journals are, until they are closed. */
  readonly dir: string
  /** For the api and the worker of a system that uses the doubles: which providers there are, and where. */
  readonly env: NodeJS.ProcessEnv
  /** The keys, for its worker alone. */
  readonly workerEnv: NodeJS.ProcessEnv
  /** Ends the processes. Happens at the end of the process at the latest. */
  close(): Promise<void>
}

/** Doubles of providers beside a system: `openSystem(name, { env: doubles.env, workerEnv: ... })`. */
export async function startDoubles<Name extends DoubleName>(
  names: readonly Name[],
  options: DoublesOptions = {},
): Promise<Doubles<Name>> {
  const { seed = 1, scale = 1, settings = {}, areJournaled = false } = options
  const dir = await mkdtemp(join(tmpdir(), 'atelier-doubles-'))
  const halt = new AbortController()
  const keys = toRecord(
    names,
    (name) => options.keys?.[name] ?? `key-${name}-${randomBytes(24).toString('hex')}`,
  )
  const starting = names.map((name) =>
    startDouble(name, {
      ...{ dir, seed, scale, isJournaled: areJournaled, key: keys[name], signal: halt.signal },
      settings: { ...(settings as DoublesOptions['settings'] & object)[name] },
    }),
  )
  const close = closeOnExit(async () => {
    halt.abort(new Error('closed while it was starting'))
    const started = await Promise.allSettled(starting)
    await Promise.all(started.map((one) => one.status === 'fulfilled' && one.value.stop()))
    await rm(dir, { recursive: true, force: true, maxRetries: 3 })
  })
  const started = await Promise.all(starting).catch(async (error) => {
    await close()
    throw error
  })
  const byName = toRecord(names, (_, index) => started[index] as Double)
  const urls = toRecord(names, (name) => byName[name].url)
  const env = { ...settingsOf(urls), ...(await writeOperatorFile(dir, options)) }
  return { byName, keys, dir, env, workerEnv: keySettingsOf(keys), close }
}

async function writeOperatorFile(dir: string, { operatorFile }: DoublesOptions): Promise<NodeJS.ProcessEnv> {
  if (!operatorFile) return {}
  const path = join(dir, 'models.json')
  await writeFile(path, JSON.stringify(operatorFile))
  return { PROVIDERS_FILE: path }
}

const toRecord = <Name extends string, T>(
  names: readonly Name[],
  read: (name: Name, index: number) => T,
): Record<Name, T> => Object.fromEntries(names.map((name, at) => [name, read(name, at)])) as Record<Name, T>
