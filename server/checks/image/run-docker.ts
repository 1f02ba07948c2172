import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  build,
  type Call,
  type Engine,
  findImage,
  makeMount,
  type Print,
  runToEnd,
} from './make-container.ts'
import { runCompose } from './run-compose.ts'
import { WRITTEN } from './start-container.ts'

/**
 * Stands in for a container engine with Compose, where none can be installed: it executes the Dockerfiles and
 * compose.yaml as they are, by bubblewrap. What it does not know is an error. All containers share a network.
 */
export async function runDocker(engine: Engine, call: Call): Promise<number> {
  const { folder, words, print } = call
  const [action, ...rest] = words
  try {
    if (action === 'compose') return await runCompose(engine, { ...call, words: rest })
    if (action === 'run') return await runImage(engine, folder, rest, print)
    if (action === 'build') return await buildTag(engine, folder, rest)
    throw new Error(`docker ${action} is not known here`)
  } catch (error) {
    print(`${(error as Error).message}\n`)
    return 1
  }
}

async function buildTag(engine: Engine, folder: string, args: string[]): Promise<number> {
  const options = { file: { type: 'string', short: 'f' }, tag: { type: 'string', short: 't' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const file = resolve(folder, values.file ?? 'Dockerfile')
  await build(engine, file, resolve(folder, positionals[0] ?? '.'), values.tag ?? 'image')
  return 0
}

const VALUED = ['--user', '-v']

async function runImage(engine: Engine, folder: string, words: string[], print: Print): Promise<number> {
  // The options end at the name of the image; what follows is the command.
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && !VALUED.includes(words[index - 1] ?? ''),
  )
  const options = {
    rm: { type: 'boolean' },
    user: { type: 'string' },
    volume: { type: 'string', short: 'v' },
  } as const
  const { values } = parseArgs({ args: words.slice(0, at), options })
  const image = findImage(engine, words[at] ?? '')
  const user = values.user ?? image.user
  const mounts = values.volume === undefined ? [] : [await makeMount(engine, values.volume, folder, user)]
  const container = {
    image,
    user,
    command: words.slice(at + 1),
    env: {},
    mounts,
    temporary: WRITTEN,
  }
  return runToEnd(engine, 'run', container, { print })
}
