import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { waitUntil } from './wait-until.ts'

const ORPHANS_WITHIN_MS = 15_000

/**
 * After kill -9 of the postmaster its backends live for a moment, and a second server at the same time would
 * corrupt the data. Every process of a server has the data folder as its working folder, so this waits until
 * none has it. Only then is the lock file stale. PostgreSQL checks whether the process id in it exists, and
 * refuses to start when that is a zombie or, after a reboot, another process.
 */
export async function releasePostgresLock(dataDir: string, signal?: AbortSignal): Promise<void> {
  const lock = join(dataDir, 'postmaster.pid')
  const held = await readFile(lock).catch(() => undefined)
  if (!held || process.platform !== 'linux') return
  const folder = await realpath(dataDir)
  await waitUntil(`no process uses ${folder}`, async () => !(await isUsed(folder)), {
    withinMs: ORPHANS_WITHIN_MS,
    signal,
  })
  await rm(lock, { force: true })
}

async function isUsed(folder: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  // A process that just ended, a zombie, or a process of another user has no readable folder: it is not
  // PostgreSQL's.
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => undefined)))
  return folders.includes(folder)
}
