// Generated from the contract by `pnpm client:write`; do not edit.

export type AcceptBody = {
  token: string
  password: string
}

/** As in the audit of a user; the names of operators are shown. */
export type AccountEvent = {
  id: string
  /** What was changed */
  action: string
  actor: {
    kind: 'session' | 'operator' | 'database' | 'client'
    /** The user of the session, or the OAuth client; null for an operator */
    id: string | null
  }
  /** The id of the user, key or grant that was changed */
  subjectId: string
  /** The new values; never a secret */
  changes: Record<string, unknown>
  createdAt: string
  /** Whose account was changed */
  userId: string
}

export type AskedConsent = {
  client: {
    id: string
    /** What it calls itself */
    name: string
    /** Where it receives its codes */
    host: string
    /** The host of its document, which vouches for it; null: it registered itself */
    verifiedHost: string | null
  }
  /** `loopback`: a program on this computer; `unverified`: it registered itself; `look_alike`: its name is like that of a known client of another host; `other_host`: codes go to another host than its document */
  warnings: Array<'loopback' | 'unverified' | 'look_alike' | 'other_host'>
  scopes: Array<'read' | 'generate' | 'cep' | 'knowledge'>
}

export type Asset = {
  id: string
  url: string
  contentType: string
  sizeBytes: number
  sha256: string
  width: number
  height: number
  createdAt: string
}

export type AttachBody = {
  generatedMediaId: string
}

/** One change of an account. Events are never changed or removed. */
export type AuditEvent = {
  id: string
  /** What was changed */
  action: string
  actor: {
    kind: 'session' | 'operator' | 'database' | 'client'
    /** The user of the session, or the OAuth client; null for an operator */
    id: string | null
  }
  /** The id of the user, key or grant that was changed */
  subjectId: string
  /** The new values; never a secret */
  changes: Record<string, unknown>
  createdAt: string
}

/** RFC 8414 */
export type AuthorizationServer = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  revocation_endpoint: string
  registration_endpoint: string
  scopes_supported: Array<'read' | 'generate' | 'cep' | 'knowledge'>
  response_types_supported: Array<'code'>
  response_modes_supported: Array<'query'>
  grant_types_supported: Array<'authorization_code' | 'refresh_token'>
  token_endpoint_auth_methods_supported: Array<'none'>
  revocation_endpoint_auth_methods_supported: Array<'none'>
  code_challenge_methods_supported: Array<'S256'>
  client_id_metadata_document_supported: true
  authorization_response_iss_parameter_supported: true
  service_documentation: string
}

export type Baseline = {
  objective: string
  currency: string
  conversionType: string
  attribution: string
  /** Whether the ads of the product or of the whole owner form the baseline */
  scope: 'product' | 'owner'
  ctr: number | null
  cpa: number | null
  aov: number | null
  roas: number | null
  spend: number
  impressions: number
  clicks: number
  conversions: number
  /** Length of the period, in days */
  days: number
}

export type Billing = {
  /** false: with test cards, which pay nothing */
  live: boolean
  /** What can be bought */
  packs: Array<CreditPack>
  balance: number
  /** Credits that are owed, because a payment was returned after they were spent. Live submits are refused until they are paid; what is bought or granted pays them first */
  debt: number
  /** Whether Stripe keeps a card that may be charged again */
  hasCard: boolean
  lowBalance: {
    /** Below this the balance is low; null: not watched */
    credits: number | null
    isLow: boolean
    /** When the balance was found to be low */
    since: string | null
  }
  topUp: {
    on: boolean
    /** The pack that is bought by itself */
    packId: string | null
    /** It is bought when the balance is below this */
    belowCredits: number | null
    /** What a calendar month (UTC) may cost. In the smallest unit of the currency, such as cents */
    monthlyCeiling: number | null
    /** In the smallest unit of the currency, such as cents */
    spentThisMonth: number
    /** Why it switched itself off: the card was declined, a payment was refunded or disputed, or the pack is not sold any more */
    stopped: 'declined' | 'payment_returned' | 'pack_removed' | null
    stoppedAt: string | null
  }
}

export type Cell = {
  cepId: string
  characterId: string | null
  mediaType: 'IMAGE' | 'VIDEO'
  orientation: 'portrait' | 'landscape' | 'square'
  state: 'untested' | 'winning' | 'tired' | 'losing' | 'open'
  estimate: number | null
  probabilityBetter: number | null
  ads: number
}

export type Cep = {
  id: string
  cepText: string
  painPoint: string | null
  angle: string | null
  notes: string | null
  status: 'active'
  productId: string | null
  topicId: string | null
  createdAt: string
}

export type CepBody = {
  cepText: string
  /** Exactly one of productId and topicId */
  productId?: string | undefined
  topicId?: string | undefined
  painPoint?: string | undefined
  angle?: string | undefined
  notes?: string | undefined
}

export type Change = {
  id: string
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'stalled'
  progress: number | null
  /** The file was removed by the retention rule */
  removed: boolean
  erased: boolean
}

export type Character = {
  id: string
  name: string
  description: string | null
  photoCount: number
  createdAt: string
}

export type CharacterBody = {
  name: string
  description?: string | undefined
}

export type CharacterDetail = {
  id: string
  name: string
  description: string | null
  photoCount: number
  createdAt: string
  photos: Array<Photo>
}

/** RFC 7591; other fields are ignored */
export type ClientMetadata = {
  client_name?: string | undefined
  redirect_uris: Array<string>
}

export type CodeBody = {
  /** From the first step */
  challenge: string
  /** Six digits of the authenticator, or a recovery code */
  code: string
}

/** A code of the new authenticator */
export type ConfirmBody = {
  /** Six digits of the authenticator, or a recovery code */
  code: string
}

export type ConsentBody = {
  /** What stands behind the `?` of the address that the client opened */
  request: string
  decision: 'allow' | 'refuse'
  scopes?: Array<'read' | 'generate' | 'cep' | 'knowledge'> | undefined
  mode?: 'live' | 'test' | undefined
  dailyCreditLimit?: number | null | undefined
  perJobCreditLimit?: number | null | undefined
}

export type ConsentQuery = {
  /** What stands behind the `?` of the address that the client opened */
  request: string
}

export type CreditPack = {
  id: string
  name: string
  credits: number
  /** In the smallest unit of the currency, such as cents */
  amount: number
  /** Three small letters of ISO 4217 */
  currency: string
}

export type Credits = {
  balance: number
  transactions: Array<Transaction>
  nextCursor: string | null
  /** null when the key has no credit limits */
  budget: {
    dailyLimit: number | null
    dailySpent: number
    dailyRemaining: number | null
    perJobLimit: number | null
    resetsAt: string
  } | null
  /** What this key may do */
  scopes: Array<'read' | 'generate' | 'cep' | 'knowledge'>
}

export type Download = {
  downloadUrl: string
  fileName: string
  contentType: string
  sizeBytes: number
  sha256: string
  expiresAt: null
  uploadKit: {
    /** In lower-case hexadecimal, as upload APIs expect it */
    md5: string
    width: number
    height: number
    /** For videos, such as h264; null for images */
    codec: string | null
    durationSeconds: number
    thumbnailUrl: string
    placements: Array<'feed_square' | 'feed_portrait' | 'vertical' | 'landscape'>
    /** The picture in the ratios of placements, each by crop and by pad; empty for videos */
    renditions: Array<Rendition>
    /** Which rendition to use, or why there is none */
    renditionsNote: string
    /** Whether the file carries a mark of AI origin; null when this cannot be read */
    aiOriginMark: boolean | null
  }
}

export type DriftItem = {
  subject: {
    historyId: string | null
    platformAdId: string | null
    generatedMediaId: string | null
    productId: string | null
    campaignName: string | null
    windowStart: string
    windowEnd: string
    source: string
  }
  metric: 'roas' | 'cpa' | 'ctr'
  claimed: number
  claimedAt: string
  verdict: 'unverified' | 'not_comparable' | 'stale' | 'inconclusive' | 'overstated' | 'understated' | 'confirmed'
  /** The estimate shrunk towards the baseline, which the verdict is based on */
  observed: number | null
  /** The ratio of the sums */
  observedRaw: number | null
  observedLow: number | null
  observedHigh: number | null
  /** By how many percent the observed value is above the claim; null when inconclusive */
  driftPct: number | null
  /** Null when inconclusive */
  driftScore: number | null
  confidence: number | null
}

export type Erasure = {
  id: string
  kind: 'photo' | 'upload' | 'character' | 'product' | 'media' | 'account'
  /** What was erased */
  subjectId: string
  /** From this moment on it cannot be read */
  requestedAt: string
  /** When its files were deleted; null until then */
  doneAt: string | null
}

export type ErasureBody = {
  /** The id of a finished media, an upload, a photo, a character or a product of yours, or your own user id for the whole account */
  subjectId: string
}

export type FactorState = {
  on: boolean
  since: string | null
  recoveryCodesLeft: number
}

/** Days until it brings less than usual, 0 if it does already, null for more than 60. It happens between `earliest` and `latest` with a probability of 80%. */
export type Fall = {
  days: number | null
  earliest: number | null
  latest: number | null
  /** Probably under the usual within ten days: replace it now */
  due: boolean
}

export type GrantRow = {
  id: string
  userId: string
  amount: number
  mode: 'live' | 'test'
  grantedBy: {
    kind: 'session' | 'operator' | 'database' | 'client'
    id: string
  }
  createdAt: string
}

export type HistoryRow = {
  id: string
  campaignName: string | null
  platformCampaignId: string | null
  platformAdId: string | null
  generatedMediaId: string | null
  productId: string | null
  productName: string | null
  cepId: string | null
  cepText: string | null
  angle: string | null
  hook: string | null
  characterId: string | null
  characterName: string | null
  /** null while the creative is unknown */
  noCharacter: boolean | null
  mediaType: 'IMAGE' | 'VIDEO' | null
  orientation: 'portrait' | 'landscape' | 'square' | null
  tier: 'loser' | 'unproven' | 'promising' | 'fatigued' | 'winner'
  evidence: 'claimed' | 'observed' | 'corroborated'
  /** The estimate from all rows; newer rows weigh more */
  observed: {
    metric: 'roas' | 'cpa' | 'ctr'
    value: number
    low: number | null
    high: number | null
    /** What is usual for comparable ads */
    baseline: number | null
    /** How many times better than the baseline; a lower CPA is better */
    lift: number | null
    lastDay: string
  } | null
  /** The latest claim */
  claimed: {
    metric: 'roas' | 'cpa' | 'ctr'
    value: number
    note: string | null
    claimedAt: string
    source: string
  } | null
  drift: DriftItem | null
  objective: string | null
  conversionType: string | null
  attribution: string | null
  currency: string | null
  /** The first day with a row in the requested period */
  windowStart: string | null
  windowEnd: string | null
  spend: number | null
  impressions: number | null
  clicks: number | null
  conversions: number | null
  revenue: number | null
  ctr: number | null
  cpa: number | null
  roas: number | null
  /** The name of the key that reported it, or owner_import */
  source: string
  reportedAt: string
  supersededBy: string | null
}

export type Hit = {
  id: string
  kind: 'history' | 'pattern' | 'cep' | 'claim' | 'note'
  text: string
  /** For the order: relative to the best hit */
  score: number
  /** The share of the question that the record contains, its rare words weighing most */
  relevance: number
  evidence: 'claimed' | 'observed' | 'corroborated' | 'owner_note'
  /** Days since the last row, or since the text was written */
  age: number
  why: string
  /** Ids of the records that it is about, by field name */
  refs: Record<string, string>
}

export type Image = {
  id: string
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'stalled'
  prompt: string
  mediaType: 'IMAGE' | 'VIDEO'
  /** The price charged at submit; unchanged by a refund */
  creditsCost: number
  thumbnailUrl: string | null
  durationSeconds: number
  errorMessage: string | null
  refundedAt: string | null
  createdAt: string
  completedAt: string | null
  resolution: 'SD' | 'HD'
  orientation: 'portrait' | 'landscape' | 'square'
  inputs: Array<{
    photoReferenceId: string
    /** The stored copy, or the URL that you sent */
    fileUrl: string
    label: string
    order: number
  }>
  waiting: boolean
  progress: number | null
  pollAfterSeconds: number | null
  /** As in the poll; `use_videoUrl` means to use the file, which is in `imageUrl` here */
  nextAction: 'poll_again' | 'use_videoUrl' | 'retry'
  /** What happened and what to do next */
  message: string
  charged: 'charged' | 'refunded' | 'none'
  creditsRefunded: number
  errorCode: 'content_rejected' | 'provider_error' | 'reference_unusable' | 'storage_failed' | 'timeout' | 'cancelled' | null
  clientRef: string | null
  productId: string | null
  characterId: string | null
  cepId: string | null
  /** The angle of the CEP at the time of the submit */
  angle: string | null
  hook: string | null
  /** SHA-256 of the prompt in lower case, with each run of white space as one space */
  promptFingerprint: string
  model: string
  /** For a further file of a job with n above 1: the id of that job */
  parentId: string | null
  droppedReferences: Array<{
    photoReferenceId: string
    origin: 'product' | 'character'
  }>
  outputs: Array<{
    id: string
    videoUrl: string
    thumbnailUrl: string
  }>
  test: boolean
  /** The permanent URL of the file */
  imageUrl: string | null
}

export type ImageBody = {
  prompt: string
  size?: '1:1' | '2:3' | '3:2' | undefined
  /** Number of images; the price is multiplied by n */
  n?: 1 | 2 | 4 | undefined
  /** The media is attached to this product, and its primary photo is used as a reference */
  productId?: string | undefined
  /** false: productId only attaches the media; its photo is not used */
  useProductPhoto?: boolean | undefined
  /** Photos of the product to use instead of its primary photo */
  productPhotoReferenceIds?: Array<string> | undefined
  /** Ids of your photos to use as references */
  photoReferenceIds?: Array<string> | undefined
  /** The photos of this character are used as references */
  characterId?: string | undefined
  /** URLs of reference images, HTTPS only */
  imageUrls?: Array<string> | undefined
  /** URL of a mask image, HTTPS only; edits are limited to the masked area */
  maskUrl?: string | undefined
  /** An id from GET /api/gen/models; the default is the first that can serve it */
  model?: string | undefined
  /** The CEP (customer entry point) that the media is made for */
  cepId?: string | undefined
  /** How the creative opens, in your own words */
  hook?: string | undefined
  /** Your own name for the job and its idempotency key: sending it again returns the same job */
  clientRef?: string | undefined
}

export type ImageList = {
  images: Array<Image>
  /** null on the last page */
  nextCursor: string | null
}

export type Invitation = {
  id: string
  /** null once it was accepted: see the user */
  email: string | null
  state: 'open' | 'accepted' | 'revoked' | 'expired'
  /** null: an operator */
  invitedBy: string | null
  createdAt: string
  expiresAt: string
  acceptedBy: string | null
}

export type InvitationBody = {
  email: string
}

export type Key = {
  id: string
  name: string
  /** How its secrets begin */
  prefix: string
  scopes: Array<'read' | 'generate' | 'cep' | 'knowledge'>
  mode: 'live' | 'test'
  dailyCreditLimit: number | null
  perJobCreditLimit: number | null
  expiresAt: string | null
  /** Accurate to the minute */
  lastUsedAt: string | null
  revokedAt: string | null
  createdAt: string
  /** null for a live key, and for a test key without one */
  testMix: TestMix | null
  /** The OAuth client whose tokens these are; null for a key */
  client: {
    /** The address of its document, or the id that it registered under */
    id: string
    /** Where it receives its codes */
    host: string
  } | null
}

export type KeyBody = {
  name: string
  scopes?: Array<'read' | 'generate' | 'cep' | 'knowledge'> | undefined
  mode?: 'live' | 'test' | undefined
  expiresAt?: string | null | undefined
  dailyCreditLimit?: number | null | undefined
  perJobCreditLimit?: number | null | undefined
  /** For a test key alone */
  testMix?: TestMix | null | undefined
}

export type KeyChangeBody = {
  name?: string | undefined
  dailyCreditLimit?: number | null | undefined
  perJobCreditLimit?: number | null | undefined
  expiresAt?: string | null | undefined
}

export type LedgerCheck = {
  valid: boolean
  /** how many transactions this call recomputed: all of them, or with more than 2,000 those since the last one that the operator signed */
  checked: number
  headHash: string
  brokenAt: string | null
}

export type LedgerEntry = {
  id: string
  /** Negative for a charge */
  amount: number
  reason: 'image_generation' | 'video_generation' | 'image_generation_refund' | 'video_generation_refund' | 'credit_purchase' | 'credit_grant' | 'admin_adjustment'
  refId: string
  refType: 'generated_media' | 'credit_grant'
  balanceAfter: number
  /** SHA-256 of these values joined by line feeds: the previous hash (64 zeros for the first), id, amount, reason, refId, refType, balanceAfter, createdAt */
  txHash: string
  createdAt: string
  seq: number
  kind: 'grant' | 'purchase' | 'charge' | 'refund' | 'adjustment'
  /** The charge that a refund gives back */
  reverses: string | null
  /** SHA-256 of these values joined by line feeds: the previous seal (64 zeros for the first), the id of the user, mode, seq, kind, reverses (empty for null), txHash */
  seal: string
}

/** Conversions (clicks, where only these are known) per money of a new ad in its first week, as a multiple of what is usual. It is between `low` and `high` with a probability of 80%. */
export type Lift = {
  expected: number
  low: number
  high: number
}

export type ListedKey = {
  id: string
  name: string
  /** How its secrets begin */
  prefix: string
  scopes: Array<'read' | 'generate' | 'cep' | 'knowledge'>
  mode: 'live' | 'test'
  dailyCreditLimit: number | null
  perJobCreditLimit: number | null
  expiresAt: string | null
  /** Accurate to the minute */
  lastUsedAt: string | null
  revokedAt: string | null
  createdAt: string
  /** null for a live key, and for a test key without one */
  testMix: TestMix | null
  /** The OAuth client whose tokens these are; null for a key */
  client: {
    /** The address of its document, or the id that it registered under */
    id: string
    /** Where it receives its codes */
    host: string
  } | null
  /** Credits of the jobs that this key submitted in this UTC day, less refunds */
  spentToday: number
}

export type ListedPayment = {
  id: string
  /** `top_up`: charged by itself */
  kind: 'page' | 'top_up'
  packId: string
  credits: number
  /** In the smallest unit of the currency, such as cents */
  amount: number
  currency: string
  /** The receipt at Stripe */
  receiptUrl: string | null
  refundedAmount: number
  /** Of disputes that are open or lost */
  disputedAmount: number
  /** In the words of Stripe */
  disputeStatus: string | null
  /** Credits that were taken back or made a debt */
  reversedCredits: number
  createdAt: string
  userId: string
  /** The payment intent at Stripe */
  intentId: string
}

export type ListedUser = {
  id: string
  email: string
  role: 'user' | 'admin'
  createdAt: string
  suspendedAt: string | null
  erasedAt: string | null
  activeKeys: number
  /** By session or key, accurate to the minute */
  lastSeenAt: string | null
  secondFactor: boolean
}

export type McpAnswer = {
  jsonrpc: '2.0'
  id: string | number | null
  result?: {
    [field: string]: unknown
  } | undefined
  error?: {
    code: number
    message: string
    [field: string]: unknown
  } | undefined
  [field: string]: unknown
}

export type McpMessage = {
  jsonrpc: '2.0'
  id?: string | number | undefined
  method: string
  params?: {
    [field: string]: unknown
  } | undefined
  [field: string]: unknown
}

export type Media = {
  id: string
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'stalled'
  prompt: string
  mediaType: 'IMAGE' | 'VIDEO'
  /** The price charged at submit; unchanged by a refund */
  creditsCost: number
  /** The permanent URL of the file, for images too; null until completed */
  videoUrl: string | null
  thumbnailUrl: string | null
  durationSeconds: number
  errorMessage: string | null
  refundedAt: string | null
  createdAt: string
  completedAt: string | null
  resolution: 'SD' | 'HD'
  orientation: 'portrait' | 'landscape' | 'square'
  inputs: Array<{
    photoReferenceId: string
    /** The stored copy, or the URL that you sent */
    fileUrl: string
    label: string
    order: number
  }>
  waiting: boolean
  progress: number | null
  pollAfterSeconds: number | null
  /** `poll_again` while waiting, `use_videoUrl` when completed, `retry` when failed or stalled */
  nextAction: 'poll_again' | 'use_videoUrl' | 'retry'
  /** What happened and what to do next */
  message: string
  charged: 'charged' | 'refunded' | 'none'
  creditsRefunded: number
  errorCode: 'content_rejected' | 'provider_error' | 'reference_unusable' | 'storage_failed' | 'timeout' | 'cancelled' | null
  clientRef: string | null
  productId: string | null
  characterId: string | null
  cepId: string | null
  /** The angle of the CEP at the time of the submit */
  angle: string | null
  hook: string | null
  /** SHA-256 of the prompt in lower case, with each run of white space as one space */
  promptFingerprint: string
  model: string
  /** For a further file of a job with n above 1: the id of that job */
  parentId: string | null
  droppedReferences: Array<{
    photoReferenceId: string
    origin: 'product' | 'character'
  }>
  outputs: Array<{
    id: string
    videoUrl: string
    thumbnailUrl: string
  }>
  test: boolean
}

export type MediaDay = {
  day: string
  keyId: string | null
  jobs: number
  /** Completed files */
  images: number
  videos: number
  failed: number
  stalled: number
  waiting: number
}

export type MediaList = {
  media: Array<Media>
  /** null on the last page */
  nextCursor: string | null
}

export type Model = {
  id: string
  description: string
  kinds: Array<'image' | 'video'>
  /** It is the default of a kind */
  isDefault: boolean
  /** The kinds for which it is used when a submit names none */
  defaultFor: Array<'image' | 'video'>
  capabilities: ModelCapabilities
}

/** What the model makes; the lists of a kind that it does not make are empty */
export type ModelCapabilities = {
  sizes: Array<'1:1' | '2:3' | '3:2'>
  /** The most files of one submit */
  nMax: number
  referencesMax: number
  /** It takes maskUrl */
  mask: boolean
  orientations: Array<'portrait' | 'landscape' | 'square'>
  durationsSeconds: Array<number>
  resolutions: Array<'SD' | 'HD'>
}

export type Note = {
  id: string
  text: string
  evidence: 'claimed' | 'owner_note'
  review: 'pending' | 'accepted' | 'rejected'
  pinned: boolean
  /** The name of the key that wrote it, or owner */
  source: string
  createdAt: string
}

export type NoteBody = {
  text: string
}

export type OpenSession = {
  id: string
  createdAt: string
  /** Accurate to the minute */
  lastSeenAt: string
  /** The session of this request */
  current: boolean
}

export type OwnedMedia = {
  id: string
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'stalled'
  prompt: string
  mediaType: 'IMAGE' | 'VIDEO'
  /** The price charged at submit; unchanged by a refund */
  creditsCost: number
  /** The permanent URL of the file, for images too; null until completed */
  videoUrl: string | null
  thumbnailUrl: string | null
  durationSeconds: number
  errorMessage: string | null
  refundedAt: string | null
  createdAt: string
  completedAt: string | null
  resolution: 'SD' | 'HD'
  orientation: 'portrait' | 'landscape' | 'square'
  inputs: Array<{
    photoReferenceId: string
    /** The stored copy, or the URL that you sent */
    fileUrl: string
    label: string
    order: number
  }>
  waiting: boolean
  progress: number | null
  pollAfterSeconds: number | null
  /** `poll_again` while waiting, `use_videoUrl` when completed, `retry` when failed or stalled */
  nextAction: 'poll_again' | 'use_videoUrl' | 'retry'
  /** What happened and what to do next */
  message: string
  charged: 'charged' | 'refunded' | 'none'
  creditsRefunded: number
  errorCode: 'content_rejected' | 'provider_error' | 'reference_unusable' | 'storage_failed' | 'timeout' | 'cancelled' | null
  clientRef: string | null
  productId: string | null
  characterId: string | null
  cepId: string | null
  /** The angle of the CEP at the time of the submit */
  angle: string | null
  hook: string | null
  /** SHA-256 of the prompt in lower case, with each run of white space as one space */
  promptFingerprint: string
  model: string
  /** For a further file of a job with n above 1: the id of that job */
  parentId: string | null
  droppedReferences: Array<{
    photoReferenceId: string
    origin: 'product' | 'character'
  }>
  outputs: Array<{
    id: string
    videoUrl: string
    thumbnailUrl: string
  }>
  test: boolean
  /** The key that ordered it; null: made by hand */
  keyId: string | null
  /** In pixels; null until completed */
  width: number | null
  height: number | null
  finishedAt: string | null
}

export type PasswordBody = {
  oldPassword: string
  newPassword: string
}

export type Pattern = {
  id: string
  title: string
  why: string
  tier: 'loser' | 'unproven' | 'promising' | 'fatigued' | 'winner'
  productId: string | null
  productName: string | null
  ingredients: {
    cepId: string | null
    angle: string | null
    characterId: string | null
    /** true when the ads have in common that they show no character */
    noCharacter: true | null
    mediaType: 'IMAGE' | 'VIDEO' | null
    orientation: 'portrait' | 'landscape' | 'square' | null
    hook: string | null
  }
  /** Of the CEP among the ingredients */
  cepText: string | null
  /** Of the character among the ingredients */
  characterName: string | null
  metric: 'roas' | 'cpa' | 'ctr'
  /** null when the ads have no result, such as a CPA of nothing */
  estimate: number | null
  /** The true value is better than this with a probability of 90% */
  lowerBound: number | null
  baseline: number | null
  /** How many times better than the baseline; a lower CPA is better */
  lift: number | null
  probabilityBetter: number | null
  /** How many patterns of the product were compared with the rest of its ads */
  comparisons: number | null
  /** The chance that even one of these comparisons would look this good without any effect; a winner has at most 0.026 */
  chance: number | null
  score: number | null
  sample: {
    ads: number
    campaigns: number
    spend: number
    conversions: number
    /** Calendar days on which any of the ads ran */
    days: number
    /** The days of each ad, added up */
    adDays: number
  }
  /** How many of the n ads that have enough data by themselves are better than the baseline */
  hitRate: {
    hits: number
    n: number
    lowerBound: number | null
  }
  evidence: 'claimed' | 'observed' | 'corroborated'
  freshness: 'fresh' | 'ageing' | 'stale'
  lastObservedAt: string | null
  drift: number | null
  objective: string | null
  currency: string | null
  conversionType: string | null
  attribution: string | null
  summary: string
  /** The ads with the most weight, each with its estimate given the pattern */
  ads: Array<{
    historyId: string
    estimate: number | null
    lowerBound: number | null
    tier: 'loser' | 'unproven' | 'promising' | 'fatigued' | 'winner'
  }>
}

export type Payment = {
  id: string
  /** `top_up`: charged by itself */
  kind: 'page' | 'top_up'
  packId: string
  credits: number
  /** In the smallest unit of the currency, such as cents */
  amount: number
  currency: string
  /** The receipt at Stripe */
  receiptUrl: string | null
  refundedAmount: number
  /** Of disputes that are open or lost */
  disputedAmount: number
  /** In the words of Stripe */
  disputeStatus: string | null
  /** Credits that were taken back or made a debt */
  reversedCredits: number
  createdAt: string
}

export type PaymentTrouble = {
  eventId: string
  type: string
  /** The payment intent or the checkout */
  subject: string
  why: string
  receivedAt: string
}

export type Photo = {
  id: string
  label: string
  url: string
  /** Whether this is the oldest active photo, which jobs use by default */
  isPrimary: boolean
}

export type Plan = {
  need: number
  cells: Array<Cell>
  make: Array<PlannedAds>
  creditsCost: number
  /** Why less than half of the places follow a winning combination; else null */
  fewWinners: string | null
  /** The ads that run: those whose rows reach to the newest day of the product */
  running: Array<RunningAd>
  runningCells: Array<RunningCell>
  /** Running ads that should be replaced now, the most urgent first */
  replace: Array<Replacement>
}

export type PlannedAds = {
  cepId: string
  characterId: string | null
  mediaType: 'IMAGE' | 'VIDEO'
  orientation: 'portrait' | 'landscape' | 'square'
  count: number
  reason: string
  cepText: string
  /** The hook that won here: for one of the ads */
  hook: string | null
  /** How many of the ads need a hook that was not used here */
  newHooks: number
  lift: Lift
  followsWinner: boolean
  /** Of all these ads; a video at the price of the shortest in SD */
  creditsCost: number
}

export type Product = {
  id: string
  name: string
  mediaCount: number
  referencePhotoCount: number
  primaryPhotoUrl: string | null
  createdAt: string
  updatedAt: string
}

export type ProductBody = {
  name: string
}

export type ProductDetail = {
  id: string
  name: string
  mediaCount: number
  referencePhotoCount: number
  primaryPhotoUrl: string | null
  createdAt: string
  updatedAt: string
  /** The latest 20 completed media */
  media: Array<Media>
  photos: Array<Photo>
  ceps: Array<Cep>
}

/** RFC 9728 */
export type ProtectedResource = {
  resource: string
  authorization_servers: Array<string>
  scopes_supported: Array<'read' | 'generate' | 'cep' | 'knowledge'>
  bearer_methods_supported: Array<'header'>
  resource_name: string
  resource_documentation: string
}

export type ProviderState = {
  name: string
  simulated: boolean
  /** Open jobs that are not sent, or not answered yet */
  queued: number
  processing: number
  /** null: no limit */
  runningMax: number | null
  oldestOpenAt: string | null
  /** The provider asked to be sent nothing until then */
  pausedUntil: string | null
  /** The workers that send it nothing now, because it failed */
  breakers: Array<{
    worker: string
    since: string
    retryAt: string
  }>
}

export type Quota = {
  used: number
  limit: number
}

export type Quote = {
  creditsCost: number
  balance: number
  /** Negative when the balance is too low */
  balanceAfter: number
  affordable: boolean
  /** Whether the credit limits of this key allow it */
  withinBudget: boolean
  references: Array<{
    /** null for a URL from imageUrls */
    photoReferenceId: string | null
    fileUrl: string
    label: string
    origin: 'image_url' | 'photo' | 'product_photo' | 'product' | 'character' | 'upload'
    order: number
  }>
  droppedReferences: Array<{
    photoReferenceId: string
    origin: 'product' | 'character'
  }>
  ignoredFields: Array<string>
  warnings: Array<{
    /** `product_without_photos` or `similar_to_loser` */
    code: string
    message: string
    /** The product, or the media whose results were poor */
    refId: string | null
  }>
}

/** `kind` and the fields of the submit */
export type QuoteBody = {
  kind: 'image' | 'video'
  [field: string]: unknown
}

export type ReferenceBody = {
  label: string
  /** Fetched at once; send exactly one of fileUrl and mediaAssetId */
  fileUrl?: string | undefined
  /** A completed image or an upload of yours; send exactly one of fileUrl and mediaAssetId */
  mediaAssetId?: string | undefined
}

export type RegisteredClient = {
  client_id: string
  client_id_issued_at: number
  client_name: string
  redirect_uris: Array<string>
  grant_types: Array<'authorization_code' | 'refresh_token'>
  response_types: Array<'code'>
  token_endpoint_auth_method: 'none'
}

export type Rendition = {
  /** `feed_portrait` and `feed_landscape`: feeds; `vertical`: stories and reels */
  placement: 'feed_portrait' | 'vertical' | 'feed_landscape'
  ratio: string
  /** What was done. `crop`: edges were cut off; `pad`: plain edges were added; `none`: the file itself has this ratio, and `url` is its address */
  way: 'crop' | 'pad' | 'none'
  /** Permanent like the file; a JPEG, made at the first request, free */
  url: string
  width: number
  height: number
}

export type Replacement = {
  platformAdId: string | null
  generatedMediaId: string | null
  fall: Fall
  /** What is expected to be spent below the usual in the next seven days */
  spendAtRisk: number
  currency: string
  by: {
    cepId: string
    characterId: string | null
    mediaType: 'IMAGE' | 'VIDEO'
    orientation: 'portrait' | 'landscape' | 'square'
    cepText: string
    hook: string | null
    lift: Lift
  } | null
}

export type Report = {
  id: string
  /** What this report is: a claim, rows, or rows that another source confirms */
  evidence: 'claimed' | 'observed' | 'corroborated'
  /** The evidence for the subject after this report: rows stay rows when a claim is added */
  subjectEvidence: 'claimed' | 'observed' | 'corroborated'
  /** Number of rows for new days, or 1 for a claim */
  accepted: number
  /** Number of rows that replaced an older reading */
  replaced: number
  /** Number of rows older than the stored reading */
  ignored: number
}

export type ReportBody = {
  /** Sending it again returns the same report; the header Idempotency-Key has the same effect */
  idempotencyKey?: string | undefined
  kind: 'observation' | 'claim'
  generatedMediaId?: string | undefined
  /** Send it once together with generatedMediaId to link the two; afterwards it is enough */
  platformAdId?: string | undefined
  productId?: string | undefined
  cepId?: string | undefined
  campaignName?: string | undefined
  currency?: string | undefined
  /** What counts as a conversion */
  conversionType?: string | undefined
  /** The attribution window */
  attribution?: string | undefined
  /** The objective of the campaign on the platform, with or without OUTCOME_ */
  objective?: string | undefined
  /** When you read the row from the platform, by default now; for one day the latest reading counts */
  fetchedAt?: string | undefined
  rows?: Array<ReportRow> | undefined
  metric?: 'roas' | 'cpa' | 'ctr' | undefined
  value?: number | undefined
  windowStart?: string | undefined
  windowEnd?: string | undefined
  /** Number of conversions that the claim is based on */
  conversions?: number | undefined
  /** Stored as a note, pending the owner’s review */
  note?: string | undefined
}

export type ReportRow = {
  day: string
  spend: number | string
  impressions: number | string
  clicks: number | string
  conversions: number | string
  revenue: number | string
  currency?: string | undefined
  /** What counts as a conversion */
  conversionType?: string | undefined
  /** The attribution window */
  attribution?: string | undefined
  /** The objective of the campaign on the platform, with or without OUTCOME_ */
  objective?: string | undefined
  /** When you read the row from the platform, by default now; for one day the latest reading counts */
  fetchedAt?: string | undefined
  platformAdId?: string | undefined
  platformCampaignId?: string | undefined
  campaignName?: string | undefined
  /** People reached in the seven days that end on this day */
  reach7d?: number | string | undefined
}

export type ResultDay = {
  day: string
  spend: number
  impressions: number
  clicks: number
  conversions: number
  revenue: number
  source: string
  fetchedAt: string
}

export type ReviewBody = {
  action: 'accept' | 'reject' | 'undo' | 'pin' | 'unpin'
}

/** RFC 7009; ends the whole consent */
export type RevocationBody = {
  token: string
  token_type_hint?: string | undefined
}

/** The old secret stays valid for `graceHours` */
export type RotateBody = {
  graceHours?: 0 | 1 | 24 | 168 | undefined
}

export type RunningAd = {
  cepId: string | null
  characterId: string | null
  mediaType: 'IMAGE' | 'VIDEO' | null
  orientation: 'portrait' | 'landscape' | 'square' | null
  platformAdId: string | null
  generatedMediaId: string | null
  hook: string | null
  firstDay: string
  lastDay: string
  fading: boolean
  fall: Fall
  /** What is expected to be spent below the usual in the next seven days */
  spendAtRisk: number
  currency: string
}

export type RunningCell = {
  cepId: string
  characterId: string | null
  mediaType: 'IMAGE' | 'VIDEO'
  orientation: 'portrait' | 'landscape' | 'square'
  ads: number
  fall: Fall
  spendAtRisk: Array<{
    currency: string
    /** What is expected to be spent below the usual in the next seven days */
    amount: number
  }>
}

export type Session = {
  user: {
    id: string
    email: string
    role: 'user' | 'admin'
  }
  expiresAt: string
}

export type SessionBody = {
  email: string
  password: string
}

export type SetupBody = {
  token: string
  email: string
  password: string
}

export type SignUpBody = {
  email: string
  password: string
}

export type SpendRow = {
  day: string
  /** By `by`: the id of the key (null: made by hand) or of the product (null: none), the name of the model, or null for `day`; `archived` for jobs whose rows were archived */
  of: string | null
  charged: number
  refunded: number
  /** charged minus refunded; a refund counts on its own day */
  spent: number
  /** Charged jobs */
  jobs: number
}

export type StuckTry = {
  mediaId: string
  userId: string
  mode: 'live' | 'test'
  kind: 'image' | 'video'
  model: string
  provider: string
  try: number
  part: number
  state: 'intent' | 'unknown' | 'accepted'
  /** `unknown`: the answer was lost; `unanswered`: sent a minute ago; `late`: its run does not move; `closing`: less than 2 minutes are left */
  why: 'unknown' | 'unanswered' | 'late' | 'closing'
  startedAt: string
  deadlineAt: string
  /** In millionths of a US dollar */
  expectedCostMicros: number | null
}

export type SubmitAnswer = {
  id: string
  /** `processing` for a new job; a replay returns the current status */
  status: 'processing' | 'completed' | 'failed' | 'stalled'
  creditsCost: number
  balanceAfter: number
  waiting: boolean
  pollUrl: string
  pollAfterSeconds: number | null
  /** What happened and what to do next */
  message: string
  ignoredFields: Array<string>
  droppedReferences: Array<{
    photoReferenceId: string
    origin: 'product' | 'character'
  }>
  /** As in a quote. The job was accepted and charged. */
  warnings: Array<{
    /** `product_without_photos` or `similar_to_loser` */
    code: string
    message: string
    /** The product, or the media whose results were poor */
    refId: string | null
  }>
}

/** How many jobs of a test key end otherwise than well when they name no `model`: an agent meets failures without changing its calls */
export type TestMix = {
  /** The same seed and the same `clientRef` always draw the same outcome */
  seed: number
  /** The share of each scenario, 100 in all at most: `lostReply` is `simulator/lost-reply`. The rest ends well */
  percent: {
    slow?: number | undefined
    fail?: number | undefined
    moderated?: number | undefined
    refuse?: number | undefined
    hang?: number | undefined
    partial?: number | undefined
    lostReply?: number | undefined
  }
}

export type Thresholds = {
  /** Minimum spend, in the currency of the ads */
  spend: number
  /** Minimum spend as a multiple of the baseline CPA */
  spendInCpa: number
  impressions: number
  conversions: number
  /** Used instead of conversions when the metric is ctr */
  clicks: number
  days: number
  /** Maximum age of the last row, in days */
  lastRowDays: number
}

export type ThresholdsBody = {
  /** Minimum spend, in the currency of the ads */
  spend?: number | undefined
  /** Minimum spend as a multiple of the baseline CPA */
  spendInCpa?: number | undefined
  impressions?: number | undefined
  conversions?: number | undefined
  /** Used instead of conversions when the metric is ctr */
  clicks?: number | undefined
  days?: number | undefined
  /** Maximum age of the last row, in days */
  lastRowDays?: number | undefined
}

export type TokenAnswer = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

/** With `code`: also `redirect_uri` and `code_verifier` */
export type TokenBody = {
  grant_type: 'authorization_code' | 'refresh_token'
  client_id: string
  code?: string | undefined
  redirect_uri?: string | undefined
  code_verifier?: string | undefined
  refresh_token?: string | undefined
  resource?: string | undefined
  scope?: string | undefined
}

export type Topic = {
  id: string
  name: string
  description: string | null
  cepCount: number
  createdAt: string
}

export type TopicBody = {
  name: string
  description?: string | undefined
}

export type Transaction = {
  id: string
  /** Negative for a charge */
  amount: number
  reason: 'image_generation' | 'video_generation' | 'image_generation_refund' | 'video_generation_refund' | 'credit_purchase' | 'credit_grant' | 'admin_adjustment'
  refId: string
  refType: 'generated_media' | 'credit_grant'
  balanceAfter: number
  /** SHA-256 of these values joined by line feeds: the previous hash (64 zeros for the first), id, amount, reason, refId, refType, balanceAfter, createdAt */
  txHash: string
  createdAt: string
}

export type VideoBody = {
  prompt: string
  orientation?: 'portrait' | 'landscape' | 'square' | undefined
  resolution?: 'SD' | 'HD' | undefined
  durationSeconds?: 6 | 10 | 15 | undefined
  /** The media is attached to this product, and its primary photo is used as a reference */
  productId?: string | undefined
  /** false: productId only attaches the media; its photo is not used */
  useProductPhoto?: boolean | undefined
  /** Photos of the product to use instead of its primary photo */
  productPhotoReferenceIds?: Array<string> | undefined
  /** Ids of your photos to use as references */
  photoReferenceIds?: Array<string> | undefined
  /** The photos of this character are used as references */
  characterId?: string | undefined
  /** An id from GET /api/gen/models; the default is the first that can serve it */
  model?: string | undefined
  /** The CEP (customer entry point) that the media is made for */
  cepId?: string | undefined
  /** How the creative opens, in your own words */
  hook?: string | undefined
  /** Your own name for the job and its idempotency key: sending it again returns the same job */
  clientRef?: string | undefined
}
