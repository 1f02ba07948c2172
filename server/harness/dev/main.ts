import { join } from 'node:path'
import {
  describeExit,
  type Exit,
  findProgram,
  type House,
  type Part,
  readLogTail,
  startHouse,
} from '../processes/index.ts'
import { holdFolder } from './hold-folder.ts'
import { loadPeople, type People } from './load-people.ts'
import { type Arguments, readArguments, USAGE } from './read-arguments.ts'
import { watchLauncher } from './watch-launcher.ts'
import { writeWelcome } from './write-welcome.ts'

const PROGRAMS = ['initdb', 'postgres', 'restate-server', 'versitygw', 'ffmpeg']

const SAME_SIGNAL_MS = 1_000

const say = (text: string) => process.stderr.write(`${text}\n`)
const bold = (text: string) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[22m` : text)

// Whoever reads our output may go away first; that is no reason to leave without stopping the parts.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  say(`dev: ${error.message}`)
  return 1
})
process.exit()

/** Starts everything, stays until it is told to go, and returns the exit code. */
async function main(argv: string[]): Promise<number> {
  const wanted = readArguments(argv)
  if (wanted.help) {
    process.stdout.write(`${USAGE}\n`)
    return 0
  }
  for (const program of PROGRAMS) findProgram(program)
  await holdFolder(wanted.dir)

  const leave = new AbortController()
  listenForLeave(leave)
  watchLauncher(() => leave.abort(new Error('the pnpm that started us has ended')))
  const begun = performance.now()
  say('Starting postgres, engine, s3, simulator, api and worker ...')
  const opened = await open(wanted, leave.signal).catch((error) => {
    if (leave.signal.aborted) return undefined
    throw error
  })
  if (!opened) return 0
  const { house, people } = opened
  try {
    welcome(wanted, house, people, performance.now() - begun)
    const death = await Promise.race([watch(house), once(leave.signal)])
    if (death) say(await tellDeath(death))
    return death ? 1 : 0
  } finally {
    say('Stopping ...')
    await house.stop()
    say('Stopped.')
  }
}

async function open(wanted: Arguments, signal: AbortSignal): Promise<{ house: House; people: People }> {
  const file = join(wanted.dir, 'people.json')
  let people: People | undefined
  const house = await startHouse({
    dir: wanted.dir,
    port: wanted.port,
    fresh: wanted.fresh,
    env: process.env,
    signal,
    prepare: async (admin) => {
      people = await loadPeople(file, wanted.users, admin)
    },
  })
  return { house, people: people as unknown as People }
}

function welcome(wanted: Arguments, house: House, people: People, tookMs: number): void {
  if (wanted.json) {
    process.stdout.write(
      `${JSON.stringify({ baseUrl: house.baseUrl, databaseUrl: house.env.DATABASE_URL, ...people })}\n`,
    )
    say(`Ready after ${(tookMs / 1000).toFixed(1)} s at ${house.baseUrl}; logs in ${house.logDir}`)
  } else {
    process.stdout.write(writeWelcome(house, people, tookMs, bold))
  }
}

/**
 * The first signal asks for an orderly end. After a second one the kernel ends the children together with us.
 * One Ctrl-C may arrive twice, from the terminal and from pnpm, and still means the same.
 */
function listenForLeave(leave: AbortController): void {
  let firstAt = 0
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      firstAt ||= performance.now()
      if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(1)
      leave.abort(new Error(`stopped by ${name}`))
    })
  }
}

function once(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

type Death = { part: Part; exit: Exit }

function watch(house: House): Promise<Death> {
  return new Promise((resolve) => {
    for (const part of Object.values(house.parts)) {
      part.onDeath((exit) => resolve({ part, exit }))
      if (part.pid === undefined) resolve({ part, exit: { code: null, signal: null } })
    }
  })
}

async function tellDeath({ part, exit }: Death): Promise<string> {
  const tail = await readLogTail(part.logFile)
  return `\n${part.name} ended by itself (${describeExit(exit)}). The end of ${part.logFile}:\n${tail}\n`
}
