import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Finding, ProviderSummary } from '../../src/production/spend/index.ts'

const ADMIN = join(import.meta.dirname, '..', '..', 'src', 'entry', 'admin.ts')
const TIMEOUT_MS = 300_000
const OUTPUT_MAX = 64 * 1024 * 1024

export type Reconciled = {
  exitCode: number
  stdout: string
  stderr: string
}

/** `pnpm reconcile` as an operator runs it. */
export function runReconcile(
  env: Record<string, string | undefined>,
  ...args: string[]
): Promise<Reconciled> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...env }, timeout: TIMEOUT_MS, maxBuffer: OUTPUT_MAX }
    execFile(process.execPath, [ADMIN, 'reconcile', ...args], options, (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

export type ReportBody = {
  providers: ProviderSummary[]
  leftOut: string[]
  count: number
  findings: Finding[]
}

export const readReport = ({ stdout, stderr }: Reconciled): ReportBody => {
  if (stderr !== '') throw new Error(stderr)
  return JSON.parse(stdout) as ReportBody
}
