import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bindToParent, type RunAs } from './bind-to-parent.ts'

export type PostgresHome = {
  /** The data folder, or where it will be. Its parent exists. */
  dataDir: string
  /** Absent when this process is not root: PostgreSQL then runs as the same user. */
  runAs: RunAs | undefined
}

const NOBODY = 65_534

/**
 * PostgreSQL refuses to run as root, and root's own folders (its home, a fresh temporary folder) are closed
 * to others. So it runs as another user with the one capability to enter closed folders. Where root may not
 * grant that capability, the data is in the system's temporary folder, which every user can reach.
 */
export function choosePostgresHome(dir: string, binDir: string): PostgresHome {
  mkdirSync(dir, { recursive: true })
  const dataDir = join(dir, 'data')
  if (process.getuid?.() !== 0) return { dataDir, runAs: undefined }

  const user = ownerOf(dataDir) ?? { uid: NOBODY, gid: NOBODY }
  const withAccess = { ...user, canEnterClosedFolders: true }
  if (canRun(withAccess, join(binDir, 'initdb'), '--version')) return { dataDir, runAs: withAccess }

  const withoutAccess = { ...user, canEnterClosedFolders: false }
  if (!canRun(withoutAccess, join(binDir, 'initdb'), '--version')) {
    throw new Error(
      `user ${user.uid} cannot run ${binDir}/initdb: make that folder readable, or do not run as root`,
    )
  }
  return {
    dataDir: canRun(withoutAccess, 'test', '-x', dir) ? dataDir : findOpenFolder(dir),
    runAs: withoutAccess,
  }
}

/** Existing data keeps its owner: PostgreSQL starts only as the user who owns the folder. */
function ownerOf(dataDir: string): { uid: number; gid: number } | undefined {
  if (!existsSync(dataDir)) return undefined
  const { uid, gid } = statSync(dataDir)
  return uid === 0 ? undefined : { uid, gid }
}

function canRun(runAs: RunAs, program: string, ...args: string[]): boolean {
  const command = bindToParent({ program, args }, runAs)
  return spawnSync(command.program, command.args, { stdio: 'ignore', timeout: 10_000 }).status === 0
}

/**
 * Stored as a link, so that the next start finds the same data and a deleted `dir` means a fresh start.
 */
function findOpenFolder(dir: string): string {
  const link = join(dir, 'data-elsewhere')
  if (!existsSync(link)) {
    const parent = mkdtempSync(join(tmpdir(), 'atelier-postgres-'))
    chmodSync(parent, 0o711)
    symlinkSync(parent, link)
  }
  return join(readlinkSync(link), 'data')
}
