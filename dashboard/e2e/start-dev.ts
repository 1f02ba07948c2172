import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openPostOffice, type PostOffice } from '../../server/harness/post-office/index.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const READY_MS = 300_000
const STOP_MS = 30_000
/** The checks open more pages in a minute than a person: they must not use up the minute of their account. */
const SETTINGS = {
  SIMULATOR_RENDER_MS: '300',
  SIMULATOR_VIDEO_MS: '600',
  RATE_LIMIT_FACTOR: '20',
  SIGN_UP: 'open',
}

export type User = { email: string; password: string; apiKey: string }
export type Dev = {
  baseUrl: string
  databaseUrl: string
  /** The double of Stripe through which credits are sold. */
  stripeUrl: string
  owner: User
  /** Another user, for what owner must not have. */
  second: User
  poor: User
  admin: User
  /** Takes the mails that the system sends. */
  post: PostOffice
  /** From the command until the system answered; with the build of the pages, if they had changed. */
  readyAfterMs: number
  stop(): Promise<void>
}

/** The real `pnpm dev` with empty data, in a folder of its own. `isDemo`: the account of owner is filled. */
export async function startDev({ isDemo = false } = {}): Promise<Dev> {
  const began = Date.now()
  const dir = mkdtempSync(join(tmpdir(), 'atelier-dashboard-'))
  const port = String(await findFreePort())
  const post = await openPostOffice({ dir: join(dir, 'mail-server') })
  const main = join(ROOT, 'server', 'harness', 'dev', 'main.ts')
  const options = [
    '--json',
    '--fresh',
    '--dir',
    join(dir, 'dev'), // --fresh empties it, and the files of the mail server must stay.
    '--port',
    port,
    '--users',
    '1',
    '--sell',
    ...(isDemo ? ['--demo'] : []),
  ]
  const child = spawn(process.execPath, [main, ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...SETTINGS, ...post.env },
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await ended
    clearTimeout(timer)
    await post.close()
    rmSync(dir, { recursive: true, force: true })
  }
  const line = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', () => reject(new Error(`pnpm dev ended by itself:\n${said}`)))
    setTimeout(() => reject(new Error(`pnpm dev is not ready:\n${said}`)), READY_MS).unref()
  })
  try {
    const told = JSON.parse(await line)
    return { ...told, second: told.users[0], post, readyAfterMs: Date.now() - began, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
