import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Check = { id: string; status: string; errorMessage?: string }

/** The checks that the suite wrote below a folder; what it skipped or only noted is left out. */
export function readChecks(folder: string): { id: string; isFailure: boolean; message: string }[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const checks = files
    .filter((name) => name.endsWith('checks.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Check[])
  return checks
    .filter(({ status }) => status !== 'SKIPPED')
    .map(({ id, status, errorMessage = '' }) => ({
      id,
      isFailure: status === 'FAILURE',
      message: errorMessage,
    }))
}
