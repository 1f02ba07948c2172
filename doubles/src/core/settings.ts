import { isRecord } from '../http/is-record.ts'

/** What a test may change while the double runs. A provider adds its own. */
export type Settings = Record<string, Setting>
export type Setting = number | string | boolean | null

export const coreSettings = {
  /** Duration of an image. */
  renderMs: 1500,
  videoMs: 3000,
  /** Tasks that run at once in a lane; `null` is unlimited. */
  concurrency: null as number | null,
  /** What is left to spend before the double runs, in millionths of a dollar; `null` is unlimited. */
  balanceMicroUsd: null as number | null,
  callbacks: true,
  /** How long files can be downloaded after their task ended; `null` is for ever. */
  mediaLifetimeMs: null as number | null,
  /** The answer after that. */
  expiredStatus: 404,
  /** Files are padded to at least this size; 0 leaves them small. */
  imageBytes: 0,
  videoBytes: 0,
  /** The long side of pictures and videos; 0 gives the pixels that were ordered. */
  longSidePixels: 256,
} satisfies Settings

export type CoreSettings = typeof coreSettings

/** Returns the changes, or a sentence: a name that no double knows is a mistake in a test. */
export function parseSettings(value: unknown, known: Settings): Settings | string {
  if (!isRecord(value)) return 'Settings are an object.'
  for (const [name, setting] of Object.entries(value)) {
    if (!Object.hasOwn(known, name))
      return `There is no setting ${name}: use ${Object.keys(known).join(', ')}.`
    const usual = known[name]
    const isFitting = usual === null || setting === null || typeof setting === typeof usual
    if (!isFitting || (setting !== null && !['number', 'string', 'boolean'].includes(typeof setting)))
      return `${name} must be a ${typeof usual}.`
  }
  return value as Settings
}
