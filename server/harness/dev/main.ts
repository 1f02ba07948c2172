import { join } from 'node:path'
import {
  describeExit,
  type Exit,
  findProgram,
  type ManagedProcess,
  readLogTail,
  type System,
  startSystem,
} from '../processes/index.ts'
import { ensureUsers, type SeededUsers } from './ensure-users.ts'
import { lockFolder } from './lock-folder.ts'
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
  await lockFolder(wanted.dir)

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
  const { system, seeded } = opened
  try {
    welcome(wanted, system, seeded, performance.now() - begun)
    const death = await Promise.race([watch(system), once(leave.signal)])
    if (death) say(await describeDeath(death))
    return death ? 1 : 0
  } finally {
    say('Stopping ...')
    await system.stop()
    say('Stopped.')
  }
}

async function open(
  wanted: Arguments,
  signal: AbortSignal,
): Promise<{ system: System; seeded: SeededUsers }> {
  const file = join(wanted.dir, 'users.json')
  let seeded: SeededUsers | undefined
  const system = await startSystem({
    dir: wanted.dir,
    port: wanted.port,
    fresh: wanted.fresh,
    env: process.env,
    signal,
    prepare: async (admin) => {
      seeded = await ensureUsers(file, wanted.users, admin)
    },
  })
  return { system, seeded: seeded as unknown as SeededUsers }
}

function welcome(wanted: Arguments, system: System, seeded: SeededUsers, tookMs: number): void {
  if (wanted.json) {
    process.stdout.write(
      `${JSON.stringify({ baseUrl: system.baseUrl, databaseUrl: system.env.DATABASE_URL, ...seeded })}\n`,
    )
    say(`Ready after ${(tookMs / 1000).toFixed(1)} s at ${system.baseUrl}; logs in ${system.logDir}`)
  } else {
    process.stdout.write(writeWelcome(system, seeded, tookMs, bold))
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

type Death = { managed: ManagedProcess; exit: Exit }

function watch(system: System): Promise<Death> {
  return new Promise((resolve) => {
    for (const managed of Object.values(system.processes)) {
      managed.onDeath((exit) => resolve({ managed, exit }))
      if (managed.pid === undefined) resolve({ managed, exit: { code: null, signal: null } })
    }
  })
}

async function describeDeath({ managed, exit }: Death): Promise<string> {
  const tail = await readLogTail(managed.logFile)
  const { name, logFile } = managed
  return `\n${name} ended by itself (${describeExit(exit)}). The end of ${logFile}:\n${tail}\n`
}
