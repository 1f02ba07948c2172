import { constants } from 'node:fs'
import { access, mkdir, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Config } from '#platform/config'
import { cleanOnePicture, findBrokenPrograms } from '#platform/imaging'
import { type Finding, failure, note, ok } from './finding.ts'

const GIB = 1024 ** 3
/** Below the first the largest uploads may fail; below the second some large downloads at a time. */
const LEAST_FREE_BYTES = GIB
const COMFORTABLE_BYTES = 5 * GIB
const NFS = 0x6969

/** The folder for uploads and downloads: ours to write, on a local disk, with space. */
export async function checkDisk({ tempDir }: Config): Promise<Finding[]> {
  try {
    await mkdir(tempDir, { recursive: true })
    await access(tempDir, constants.W_OK)
  } catch (error) {
    return [
      failure(
        `TEMP_DIR cannot be written: ${(error as Error).message}`,
        'Give the folder to the user of the process, or set TEMP_DIR to another one.',
      ),
    ]
  }
  const { type, bavail, bsize } = await statfs(tempDir)
  const free = bavail * bsize
  const shown = `${(free / GIB).toFixed(1)} GiB are free in TEMP_DIR`
  if (type === NFS)
    return [failure('TEMP_DIR is on a network file system', 'Set TEMP_DIR to a folder on a local disk.')]
  if (free < LEAST_FREE_BYTES) return [failure(shown, 'Free some space, or set TEMP_DIR to a larger disk.')]
  return [free < COMFORTABLE_BYTES ? note(`${shown}: little for several large videos at a time`) : ok(shown)]
}

type Port = { setting: string; host: string; port: number }

const portsOf = ({ host, port, worker }: Config, role: 'api' | 'worker'): Port[] =>
  role === 'api'
    ? [{ setting: 'PORT', host, port }]
    : [
        { setting: 'WORKER_PORT', host: worker.host, port: worker.port },
        ...(worker.healthPort === undefined
          ? []
          : [{ setting: 'WORKER_HEALTH_PORT', host: worker.host, port: worker.healthPort }]),
      ]

/** Can the process listen where it is told to? */
export async function checkPorts(config: Config, role: 'api' | 'worker'): Promise<Finding[]> {
  const ports = portsOf(config, role)
  const found: Finding[] = []
  for (const { setting, host, port } of ports) {
    const code = await tryToListen(host, port)
    if (code === undefined) continue
    found.push(
      failure(
        `nobody can listen on ${host}:${port} (${code})`,
        code === 'EADDRINUSE'
          ? `End what listens there, or set ${setting} to another port; --without ports skips this.`
          : `Correct ${setting} and the host beside it: an address of this machine, and a port from 1024 on.`,
      ),
    )
  }
  return found.length > 0 ? found : [ok(ports.map(({ host, port }) => `${host}:${port}`).join(', '))]
}

const tryToListen = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })

/** What reads pictures and videos, started as the service starts it. */
export async function checkPrograms({ tempDir }: Config, role: 'api' | 'worker'): Promise<Finding[]> {
  const broken = role === 'worker' ? await findBrokenPrograms() : []
  const found = broken.map((sentence) =>
    failure(sentence, 'Install ffmpeg and ffprobe into /usr/bin (Debian: apt-get install ffmpeg).'),
  )
  try {
    await cleanOnePicture(tempDir)
  } catch (error) {
    found.push(
      failure(
        `a picture cannot be encoded: ${(error as Error).message}`,
        'Install the packages of the project for this system, which needs glibc: pnpm install.',
      ),
    )
  }
  const programs = role === 'worker' ? 'sharp, ffmpeg and ffprobe' : 'sharp'
  return found.length > 0 ? found : [ok(`${programs} work`)]
}
