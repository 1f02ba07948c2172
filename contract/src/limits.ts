/** Requests that one user may make in any 60,000 ms, one log for each class. */
export const rateLimits = { submits: 10, ceps: 30, reports: 30, uploads: 20, writes: 60, reads: 300 } as const

export type RateClass = keyof typeof rateLimits

export const RATE_WINDOW_MS = 60_000
export const JSON_BODY_BYTES = 262_144
/** Names in a body, of all levels together; a body that is a list of rows may have more. */
export const JSON_BODY_KEYS = 1_000
export const UPLOAD_BYTES = 10_485_760
export const IMAGE_PROMPT_CHARACTERS = 1_000
export const VIDEO_PROMPT_CHARACTERS = 2_000
export const CLIENT_REF_CHARACTERS = 200
export const HOOK_CHARACTERS = 100
export const NAME_CHARACTERS = 200
export const LABEL_CHARACTERS = 100
export const DESCRIPTION_CHARACTERS = 2_000
export const CEP_CHARACTERS = 2_000
export const CEP_LABEL_CHARACTERS = 200
export const URL_CHARACTERS = 2_048
export const PASSWORD_CHARACTERS = 200
export const IDEMPOTENCY_KEY_CHARACTERS = 200
export const NOTE_CHARACTERS = 2_000
export const QUERY_CHARACTERS = 500
export const ROWS_PER_REPORT = 500
/** Names that the advertising platform gives: ids, campaigns, kinds of conversions. */
export const PLATFORM_ID_CHARACTERS = 100
export const CAMPAIGN_CHARACTERS = 400
export const IMPORT_BYTES = 33_554_432
export const RECALL_LINES = 5
export const RECALL_TOKENS = 400
export const CELLS_PER_PLAN = 100
export const ACTIVE_ADS_MAX = 1_000
export const TARGET_ADS_MAX = 50
export const TARGET_ADS_DEFAULT = 5
/** References that one job may use, whatever they come from. */
export const REFERENCES_PER_JOB = 5
/** Ids or addresses in one field of a submit; more than five different ones are refused later, by name. */
export const REFERENCES_PER_FIELD = 100
export const PHOTOS_PER_HOLDER = 50
export const CEPS_PER_TARGET = 30
export const SIMILAR_CEPS = 3
export const KEYS_PER_USER = 10
export const LATEST_MEDIA_OF_PRODUCT = 20
export const PAGE_LIMIT_MAX = 100
export const PAGE_LIMIT_DEFAULT = 20
export const CREDITS_PAGE_LIMIT_DEFAULT = 50
export const IDS_PER_LIST = 20
export const POLL_AFTER_SECONDS = 10
/** A test key lives sixty times faster. */
export const TEST_SPEED = 60
export const TEST_CREDITS = 1_000_000
