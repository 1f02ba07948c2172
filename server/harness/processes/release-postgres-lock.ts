import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { waitUntil } from './wait-until.ts'

const ORPHANS_WITHIN_MS = 15_000

/**
 * After kill -9 of the postmaster its backends live on for a moment, and a second server beside them would
 * ruin the data. Every process of a server has the data folder as its working folder, so we wait until nobody
 * has. Only then is a lock file stale. PostgreSQL asks whether the process id in it exists, and refuses to
 * start when that is a zombie that nobody collects or, after a restart of the machine, somebody else.
 */
export async function releasePostgresLock(dataDir: string, signal?: AbortSignal): Promise<void> {
  const lock = join(dataDir, 'postmaster.pid')
  const held = await readFile(lock).catch(() => undefined)
  if (!held || process.platform !== 'linux') return
  const folder = await realpath(dataDir)
  await waitUntil(`nobody uses ${folder}`, async () => !(await isUsed(folder)), {
    withinMs: ORPHANS_WITHIN_MS,
    signal,
  })
  await rm(lock, { force: true })
}

async function isUsed(folder: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  // A process that ends while we look, a zombie, or one of another user has no folder to read: it is not
  // ours.
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => undefined)))
  return folders.includes(folder)
}
