import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ManagedProcess, startManagedProcess } from './start-managed-process.ts'

export type SignerOptions = {
  /** Holds the private key and the witness. No other process reads it. */
  dir: string
  env: NodeJS.ProcessEnv
  /** Between two statements; without it as often as in an installation. */
  everySeconds?: number | undefined
  logFile: string
  signal?: AbortSignal | undefined
}

const REPO_ROOT = join(import.meta.dirname, '..', '..', '..')
const EVERY_SECONDS = 300

const keyFileIn = (dir: string) => join(dir, 'key.pem')

/** Made once for each data folder, because the statements outlive the process. Returns the public key. */
export function ensureSigningKey(dir: string): string {
  const file = keyFileIn(dir)
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(`${file}.new`, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return createPublicKey(createPrivateKey(readFileSync(file))).export({ format: 'jwk' }).x as string
}

/** The settings of the process that signs the heads of the ledger. */
export const signerSettings = (dir: string): NodeJS.ProcessEnv => ({
  LEDGER_SIGNING_KEY_FILE: keyFileIn(dir),
})

/**
 * Signs the heads of the ledger every 5 minutes. Ready means that it has read its settings and begun:
 * nothing waits for its first statement.
 */
export function startSigner(options: SignerOptions): Promise<ManagedProcess> {
  const { dir, env, everySeconds = EVERY_SECONDS, logFile, signal } = options
  const admin = join(REPO_ROOT, 'server', 'src', 'entry', 'admin.ts')
  const witness = join(dir, 'witness')
  // The log has the lines of earlier starts, too.
  let logFrom = 0
  return startManagedProcess(
    {
      name: 'signer',
      program: process.execPath,
      args: [admin, 'sign-heads', '--every', String(everySeconds), '--begin', '--witness', witness],
      env: { ...env, ...signerSettings(dir) },
      cwd: REPO_ROOT,
      logFile,
      beforeStart: async () => {
        logFrom = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
      },
      isReady: async () => (await readFile(logFile)).subarray(logFrom).includes('signs every'),
    },
    signal,
  )
}
