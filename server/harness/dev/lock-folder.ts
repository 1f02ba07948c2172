import { createHash } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Only one session may use a folder: a second one with --fresh would delete the data of the first. The lock
 * is an abstract socket, not a file, so the kernel releases it however the session ends. Only Linux has
 * these.
 */
export function lockFolder(dir: string): Promise<void> {
  if (process.platform !== 'linux') return Promise.resolve()
  const name = createHash('sha256').update(dir).digest('hex').slice(0, 32)
  return new Promise((resolve, reject) => {
    const holder = createServer()
    holder.unref()
    holder.once('error', () => reject(new Error(`another 'pnpm dev' is using ${dir}; stop it first`)))
    holder.listen(`\0atelier-dev-${name}`, () => resolve())
  })
}
