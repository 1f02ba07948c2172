import { spawnSync } from 'node:child_process'
import { mkdirSync, statfsSync } from 'node:fs'
import { closeOnExit } from '../../harness/cleanup/index.ts'

/** A disk of its own, in memory, that can be made as small as what is on it. */
export type SmallDisk = { dir: string; fill(): void; free(): void }

const SIZE_BYTES = 2 * 1024 ** 3
/** Less than one page of a table. */
const LEFT_BYTES = 4_096

/** Undefined where mounting is not allowed: it needs root. */
export function mountSmallDisk(dir: string): SmallDisk | undefined {
  mkdirSync(dir, { recursive: true })
  const mount = (...args: string[]) => spawnSync('mount', [...args, dir], { stdio: 'ignore' }).status === 0
  if (!mount('-t', 'tmpfs', '-o', `size=${SIZE_BYTES},mode=711`, 'tmpfs')) return undefined
  closeOnExit(async () => void spawnSync('umount', ['-l', dir], { stdio: 'ignore' }))
  const resize = (bytes: number) => {
    if (!mount('-o', `remount,size=${bytes}`)) throw new Error(`${dir} cannot be resized to ${bytes} bytes`)
  }
  return {
    dir,
    fill() {
      const { blocks, bfree, bsize } = statfsSync(dir)
      resize((blocks - bfree) * bsize + LEFT_BYTES)
    },
    free: () => resize(SIZE_BYTES),
  }
}
