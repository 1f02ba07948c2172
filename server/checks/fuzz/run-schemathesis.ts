import { execFile } from 'node:child_process'
import { join } from 'node:path'

export type Run = {
  baseUrl: string
  apiKey: string
  session: string
  callsFile: string
  givenFile: string
  seed: number
  phases: string
  /** For each operation, in the fuzzing phase. */
  examples: number
  /** The file of the description, with every twin. */
  description: string
}

const WITHIN_MS = 1_800_000

/** One round with one seed. Returns the failures that it reports, if any. */
export function runSchemathesis(run: Run): Promise<string | undefined> {
  const args = [
    ...['--config-file', join(import.meta.dirname, 'schemathesis.toml')],
    ...['run', run.description, '--url', run.baseUrl],
    ...['--seed', String(run.seed), '--phases', run.phases, '--max-examples', String(run.examples)],
    ...['--no-shrink', '--no-color'],
  ]
  const env = {
    ...process.env,
    PYTHONDONTWRITEBYTECODE: '1',
    PROBE_HOOKS: join(import.meta.dirname, 'hooks.py'),
    PROBE_ORIGIN: run.baseUrl,
    PROBE_API_KEY: run.apiKey,
    PROBE_SESSION: run.session,
    PROBE_SEED: String(run.seed),
    PROBE_CALLS: run.callsFile,
    PROBE_GIVEN: run.givenFile,
  }
  const options = { env, cwd: join(run.callsFile, '..'), timeout: WITHIN_MS, maxBuffer: 2 ** 28 }
  return new Promise((resolve) => {
    execFile('schemathesis', args, options, (error, stdout, stderr) =>
      resolve(error ? tidy(`${stdout}${stderr}`) || error.message : undefined),
    )
  })
}

/** The failures, without the rest of the output. */
const tidy = (output: string): string =>
  (/=+ (?:FAILURES|ERRORS) =+[\s\S]*?(?==+ (?:WARNINGS|SUMMARY) =+)/.exec(output)?.[0] ?? output).trim()
