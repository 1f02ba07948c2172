import type { Settings } from '../core/index.ts'

const OLDER = [
  'gpt-image-2.5-flare',
  'gpt-image-2.5-flare-2026-09-08',
  'gpt-image-2.5-sunburst',
  'gpt-image-2.5-sunburst-2026-09-08',
  'gpt-image-2',
  'gpt-image-2-2026-04-21',
]

/** Besides those of the core. Lists are texts with commas: a new model is a setting, not a change of code. */
export const openaiSettings = {
  /** A reply is held this long and up to `renderSpreadMs` longer, as the seed says: 20 to 60 s. */
  renderMs: 20_000,
  renderSpreadMs: 40_000,
  models: ['gpt-image-2.6-flare', 'gpt-image-2.6-sunburst', ...OLDER].join(),
  /** The list of models lagged behind a release. */
  listedModels: OLDER.join(),
  /** How an empty balance is told: `quota` is a 429, `billing` a 400. */
  outOfCreditAs: 'quota',
  /** False: the organisation is not verified, and every image is answered 403. */
  isVerified: true,
  /** Images that may be bought in one minute; `null` is unlimited. */
  imagesPerMinute: null,
  /** The value of `x-should-retry` on every error; `null` leaves the header out. */
  shouldRetry: null,
  /** `s`, `ms` or `both`: which of `retry-after` and `retry-after-ms` is sent, when a pause is known. */
  retryAfterIn: 'both',
  /** Results come in chunks, without a length; false sends a `content-length`. */
  isChunked: true,
  /** How long after its end a job appears in the organisation's costs and usage. */
  costsDelayMs: 0,
} satisfies Settings

export function readList(setting: unknown): string[] {
  return String(setting).split(',').filter(Boolean)
}
