import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Certificate } from '../../harness/processes/index.ts'
import { type Engine, findImage, logOf } from './make-container.ts'
import { runProgram } from './run-program.ts'
import { startContainer, WRITTEN } from './start-container.ts'

const PORT = 8443
export const BUCKET_HOST = 's3.example.com'
/** Not at 443, which the proxy has: all containers share a network. */
export const BUCKET_URL = `https://${BUCKET_HOST}:${PORT}`
/** As docs/deploy.md names them. */
const BUCKET = 'atelier-backups'
const REGION = 'eu-1'
/** The id of the key and its secret. */
export const BUCKET_KEY = ['backups', 'secret-of-the-bucket'] as const

/** The bucket of another place that takes the backups, over TLS. */
export async function startBucket(engine: Engine, { cert, key }: Certificate): Promise<void> {
  const at = join(engine.dir, 'backups')
  await mkdir(join(at, 'objects', BUCKET), { recursive: true })
  await writeFile(join(at, 'cert.pem'), cert)
  await writeFile(join(at, 'key.pem'), key)
  const log = logOf(engine, 'bucket')
  await runProgram({ words: ['chown', '-R', '999:999', at], log })
  const image = findImage(engine, 'versity/versitygw')
  const tls = ['--port', `:${PORT}`, '--cert', '/bucket/cert.pem', '--key', '/bucket/key.pem']
  startContainer(
    {
      image,
      user: image.user,
      command: [...tls, '--region', REGION, '--quiet', 'posix', '/bucket/objects'],
      env: { ROOT_ACCESS_KEY_ID: BUCKET_KEY[0], ROOT_SECRET_ACCESS_KEY: BUCKET_KEY[1] },
      mounts: [{ from: at, to: '/bucket', isReadOnly: false }],
      temporary: WRITTEN,
    },
    engine.network,
    { log },
  )
}
