/**
 * Requests per user in a sliding window of 60,000 ms, counted separately for each class. A request of a heavy
 * endpoint is counted twice: in its own class and in `heavy`. `looks` is for open pages, which look every
 * second: 25 of them. `mcp` counts the messages to /mcp; what the tools in them call is counted in the class
 * of that call, too.
 */
export const rateLimits = {
  submits: 10,
  ceps: 30,
  reports: 30,
  uploads: 20,
  writes: 60,
  reads: 300,
  heavy: 60,
  looks: 1_500,
  mcp: 1_500,
} as const

export type RateClass = keyof typeof rateLimits

export const RATE_WINDOW_MS = 60_000
export const JSON_BODY_BYTES = 262_144
/** Keys in a JSON body, all levels together; `bodyKeys` of an endpoint raises the limit. */
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
export const PASSWORD_CHARACTERS_MIN = 12
export const IDEMPOTENCY_KEY_CHARACTERS = 200
export const NOTE_CHARACTERS = 2_000
export const QUERY_CHARACTERS = 500
/** A question to the search, and how often it may be put in other words. */
export const PHRASINGS_MAX = 4
/** Other words for what a note or CEP says, and the length of each. */
export const KEYWORDS_MAX = 10
export const KEYWORD_CHARACTERS = 40
export const ROWS_PER_REPORT = 500
/** Of one row, over all dimensions. */
export const PARTS_PER_ROW = 100
/** Ids and names from the advertising platform: ads, campaigns, conversion types. */
export const PLATFORM_ID_CHARACTERS = 100
export const CAMPAIGN_CHARACTERS = 400
export const IMPORT_BYTES = 33_554_432
export const RECALL_LINES = 5
export const RECALL_TOKENS = 400
export const CELLS_PER_PLAN = 100
export const ACTIVE_ADS_MAX = 1_000
export const TARGET_ADS_MAX = 50
/** Ids of running ads in one question for a plan. */
export const RUNNING_IDS_MAX = 100
export const RUNNING_IDS_CHARACTERS = 5_000
export const TARGET_ADS_DEFAULT = 5
/** References of one job, from all sources. */
export const REFERENCES_PER_JOB = 5
/** Ids or URLs in one field of a submit. More than five different ones are refused later, after resolving. */
export const REFERENCES_PER_FIELD = 100
export const PHOTOS_PER_HOLDER = 50
export const CEPS_PER_TARGET = 30
export const SIMILAR_CEPS = 3
export const KEYS_PER_USER = 10
export const LATEST_MEDIA_OF_PRODUCT = 20
export const PAGE_LIMIT_MAX = 100
export const PAGE_LIMIT_DEFAULT = 20
export const CREDITS_PAGE_LIMIT_DEFAULT = 50
/** Entries of the ledger in one answer, and days in one answer about days. */
export const LEDGER_PAGE_MAX = 1_000
export const DAYS_MAX = 92
export const IDS_PER_LIST = 20
export const POLL_AFTER_SECONDS = 10
/** Time runs 60 times faster for test keys. */
export const TEST_SPEED = 60
export const TEST_CREDITS = 1_000_000
