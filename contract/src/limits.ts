/** Requests that one user may make in any 60,000 ms, one log for each class. */
export const rateLimits = { submits: 10, ceps: 30, reports: 30, uploads: 20, writes: 60, reads: 300 } as const

export type RateClass = keyof typeof rateLimits

export const RATE_WINDOW_MS = 60_000
export const JSON_BODY_BYTES = 262_144
export const IMAGE_PROMPT_CHARACTERS = 1_000
export const CLIENT_REF_CHARACTERS = 200
export const PAGE_LIMIT_MAX = 100
export const PAGE_LIMIT_DEFAULT = 20
export const CREDITS_PAGE_LIMIT_DEFAULT = 50
export const IDS_PER_LIST = 20
export const POLL_AFTER_SECONDS = 10
