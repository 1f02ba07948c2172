import { execFile } from 'node:child_process'
import { join } from 'node:path'

export type VerificationPlan = { env: NodeJS.ProcessEnv; args: string[] }

export type Verification = { exitCode: number; findings: string[] }

const ADMIN = join(import.meta.dirname, '..', '..', 'src', 'entry', 'admin.ts')
const TIMEOUT_MS = 60_000

/** `pnpm verify-ledger` as an operator runs it. */
export function runVerification({ env, args }: VerificationPlan): Promise<Verification> {
  return new Promise((resolve, reject) => {
    const command = [ADMIN, 'verify-ledger', ...args]
    execFile(process.execPath, command, { env, timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      const exitCode = error ? Number(error.code) : 0
      if (error && exitCode !== 1) return reject(new Error(`verify-ledger: ${stderr || error.message}`))
      if (stderr) return reject(new Error(`verify-ledger: ${stderr}`))
      const lines = stdout.split('\n').filter((line) => line.startsWith('wrong: '))
      resolve({ exitCode, findings: lines.map((line) => line.slice('wrong: '.length)) })
    })
  })
}
