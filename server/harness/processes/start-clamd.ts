import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findFreePort } from './find-free-port.ts'
import { loadProgramPath } from './program-path.ts'
import { type ManagedProcess, startManagedProcess } from './start-managed-process.ts'

export type ClamdOptions = {
  dir: string
  /** What it finds: bytes by the name of the signature. */
  signatures: Record<string, Buffer>
  /** Of a file that it takes. */
  maxBytes: number
}

export type Clamd = ManagedProcess & {
  readonly port: number
  /** Replaces what it finds, from its next start on. */
  setSignatures(signatures: Record<string, Buffer>): void
}

/** The real daemon of ClamAV, with a database of a few signatures of its own. */
export async function startClamd({ dir, signatures, maxBytes }: ClamdOptions): Promise<Clamd> {
  const port = await findFreePort()
  const database = join(dir, 'database')
  const temp = join(dir, 'temp')
  for (const folder of [database, temp]) mkdirSync(folder, { recursive: true })
  const setSignatures: Clamd['setSignatures'] = (wanted) => {
    // Name, any type of file, any place in it, the bytes.
    const lines = Object.entries(wanted).map(([name, bytes]) => `${name}:0:*:${bytes.toString('hex')}\n`)
    writeFileSync(join(database, 'atelier.ndb'), lines.join(''))
  }
  setSignatures(signatures)
  const settings = [
    'Foreground yes',
    `DatabaseDirectory ${database}`,
    `TemporaryDirectory ${temp}`,
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
    `StreamMaxLength ${maxBytes}`,
  ]
  const config = join(dir, 'clamd.conf')
  writeFileSync(config, `${settings.join('\n')}\n`)
  const managed = await startManagedProcess({
    name: 'clamd',
    program: loadProgramPath('clamd'),
    args: [`--config-file=${config}`],
    env: {},
    cwd: dir,
    logFile: join(dir, 'clamd.log'),
    isReady: () => answers(port),
  })
  return Object.assign(managed, { port, setSignatures })
}

async function answers(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  try {
    socket.write('zPING\0')
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(2_000) })
    return String(answer) === 'PONG\0'
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
