// Generated from the contract by `pnpm client:write`; do not edit.

export type AcceptBody = {
  /** From the link of the invitation */
  token: string
  /** The password to log in with */
  password: string
}

/** As in the audit of a user; the names of operators are shown. */
export type AccountEvent = {
  /** The id of the event */
  id: string
  /** What was changed */
  action: string
  /** Who did it */
  actor: {
    /** `session`: in the dashboard; `operator`: a command; `client`: by OAuth; `database`: by itself */
    kind: 'session' | 'operator' | 'database' | 'client'
    /** The user of the session, or the OAuth client; null for an operator */
    id: string | null
  }
  /** The id of the user, key or grant that was changed */
  subjectId: string
  /** The new values; never a secret */
  changes: Record<string, unknown>
  /** When it happened */
  createdAt: string
  /** Whose account was changed */
  userId: string
}

export type AskedConsent = {
  /** Who asks */
  client: {
    /** The client id */
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
  /** What it asks for */
  scopes: Array<'read' | 'generate' | 'cep' | 'knowledge'>
}

export type Asset = {
  /** The id of the upload */
  id: string
  /** Its permanent URL */
  url: string
  /** The type of the file as stored */
  contentType: string
  /** The size of the file as stored */
  sizeBytes: number
  /** The checksum of the file as stored, in hexadecimal */
  sha256: string
  /** In pixels */
  width: number
  /** In pixels */
  height: number
  /** When it was uploaded */
  createdAt: string
}

export type AttachBody = {
  /** The completed media to attach */
  generatedMediaId: string
}

/** One change of an account. Events are never changed or removed. */
export type AuditEvent = {
  /** The id of the event */
  id: string
  /** What was changed */
  action: string
  /** Who did it */
  actor: {
    /** `session`: in the dashboard; `operator`: a command; `client`: by OAuth; `database`: by itself */
    kind: 'session' | 'operator' | 'database' | 'client'
    /** The user of the session, or the OAuth client; null for an operator */
    id: string | null
  }
  /** The id of the user, key or grant that was changed */
  subjectId: string
  /** The new values; never a secret */
  changes: Record<string, unknown>
  /** When it happened */
  createdAt: string
}

/** RFC 8414 */
export type AuthorizationServer = {
  /** The address of this service */
  issuer: string
  /** The page on which the owner allows or refuses */
  authorization_endpoint: string
  /** Where a code becomes tokens */
  token_endpoint: string
  /** Where a consent is ended */
  revocation_endpoint: string
  /** Where a client registers */
  registration_endpoint: string
  /** What can be asked for */
  scopes_supported: Array<'read' | 'generate' | 'cep' | 'knowledge'>
  /** Codes, and nothing else */
  response_types_supported: Array<'code'>
  /** The code is in the query of the redirect */
  response_modes_supported: Array<'query'>
  /** What the token endpoint takes */
  grant_types_supported: Array<'authorization_code' | 'refresh_token'>
  /** Clients have no secret */
  token_endpoint_auth_methods_supported: Array<'none'>
  /** Clients have no secret */
  revocation_endpoint_auth_methods_supported: Array<'none'>
  /** PKCE is required */
  code_challenge_methods_supported: Array<'S256'>
  /** The address of a metadata document can be the client id */
  client_id_metadata_document_supported: true
  /** The redirect names the issuer (RFC 9207) */
  authorization_response_iss_parameter_supported: true
  /** Where it is documented */
  service_documentation: string
}

export type Baseline = {
  /** The objective of its ads */
  objective: string
  /** The currency of its amounts */
  currency: string
  /** What counts as a conversion */
  conversionType: string
  /** The attribution window */
  attribution: string
  /** Whether the ads of the product or of the whole owner form the baseline */
  scope: 'product' | 'owner'
  /** Clicks by impressions; null: too few clicks */
  ctr: number | null
  /** Spend by conversions; null: too few conversions */
  cpa: number | null
  /** Revenue by conversion; null: too few conversions or no revenue */
  aov: number | null
  /** Revenue by spend; null: too few conversions or no revenue */
  roas: number | null
  /** The sum of its ads */
  spend: number
  /** The sum of its ads */
  impressions: number
  /** The sum of its ads */
  clicks: number
  /** The sum of its ads */
  conversions: number
  /** Length of the period, in days */
  days: number
}

export type Billing = {
  /** false: with test cards, which pay nothing */
  live: boolean
  /** What can be bought */
  packs: Array<CreditPack>
  /** Live credits that can be spent */
  balance: number
  /** Credits that are owed, because a payment was returned after they were spent. Live submits are refused until they are paid; what is bought or granted pays them first */
  debt: number
  /** Whether Stripe keeps a card that may be charged again */
  hasCard: boolean
  /** The warning of a low balance */
  lowBalance: {
    /** Below this the balance is low; null: not watched */
    credits: number | null
    /** Whether the balance is low now */
    isLow: boolean
    /** When the balance was found to be low */
    since: string | null
  }
  /** Automatic top-up */
  topUp: {
    /** Whether it is on */
    on: boolean
    /** The pack that is bought by itself */
    packId: string | null
    /** It is bought when the balance is below this */
    belowCredits: number | null
    /** What a calendar month (UTC) may cost. In the smallest unit of the currency, such as cents */
    monthlyCeiling: number | null
    /** Of the ceiling; null before it was set */
    currency: string | null
    /** In the currency of the packs. In the smallest unit of the currency, such as cents */
    spentThisMonth: number
    /** Why it switched itself off: the card was declined, a payment was refunded or disputed, or the pack is not sold any more or not in the currency of the ceiling */
    stopped: 'declined' | 'payment_returned' | 'pack_removed' | null
    /** When it switched itself off; null: it did not */
    stoppedAt: string | null
  }
}

export type Breakdown = {
  /** What the totals are divided by */
  by: 'placement' | 'country' | 'age' | 'device'
  /** Which part */
  value: string
  /** The sum over the period */
  spend: number
  /** The sum over the period */
  impressions: number
  /** The sum over the period */
  clicks: number
  /** The sum over the period */
  conversions: number
  /** The sum over the period */
  revenue: number
  /** Clicks by impressions; null without impressions */
  ctr: number | null
  /** Spend by conversions; null without conversions */
  cpa: number | null
  /** Revenue by spend; null without spend */
  roas: number | null
}

export type Cell = {
  /** The CEP of the combination */
  cepId: string
  /** The character of the combination; null: without one */
  characterId: string | null
  /** Whether it is for an image or a video */
  mediaType: 'IMAGE' | 'VIDEO'
  /** The orientation of the combination */
  orientation: 'portrait' | 'landscape' | 'square'
  /** What the ads of this combination show so far */
  state: 'untested' | 'winning' | 'tired' | 'losing' | 'open'
  /** The value of its metric; null: nothing was shown yet */
  estimate: number | null
  /** The probability of being better than the baseline; null: not known */
  probabilityBetter: number | null
  /** How many of your ads have this combination */
  ads: number
}

export type Cep = {
  /** The id of the CEP */
  id: string
  /** The moment in which a buyer thinks of the product */
  cepText: string
  /** The problem behind it; null: not said */
  painPoint: string | null
  /** How an ad speaks to it; null: not said */
  angle: string | null
  /** Anything else about it; null: none */
  notes: string | null
  /** Other words that the search finds it by */
  keywords: Array<string>
  /** Always `active`; a deleted CEP is not listed */
  status: 'active'
  /** The product that it belongs to; null: it belongs to a topic */
  productId: string | null
  /** The topic that it belongs to; null: it belongs to a product */
  topicId: string | null
  /** When it was created */
  createdAt: string
}

export type CepBody = {
  /** The moment in which a buyer thinks of the product */
  cepText: string
  /** Exactly one of productId and topicId */
  productId?: string | undefined
  /** Exactly one of productId and topicId */
  topicId?: string | undefined
  /** The problem behind it, in a few words */
  painPoint?: string | undefined
  /** How an ad speaks to it, in a few words */
  angle?: string | undefined
  /** Anything else about it */
  notes?: string | undefined
  /** Other words for it, also in other languages: the search finds it by them */
  keywords?: Array<string> | undefined
}

export type Change = {
  /** The id of the media */
  id: string
  /** Where it stands */
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'stalled'
  /** In percent; null: the provider told nothing */
  progress: number | null
  /** The file was removed by the retention rule */
  removed: boolean
  /** Whether it was erased */
  erased: boolean
}

export type Character = {
  /** The id of the character */
  id: string
  /** Its name */
  name: string
  /** What the character looks like, in your words; null: none */
  description: string | null
  /** How many active photos it has */
  photoCount: number
  /** When it was created */
  createdAt: string
}

export type CharacterBody = {
  /** A name, at most 200 characters */
  name: string
  /** What the character looks like, in your words */
  description?: string | undefined
}

export type CharacterDetail = {
  /** The id of the character */
  id: string
  /** Its name */
  name: string
  /** What the character looks like, in your words; null: none */
  description: string | null
  /** How many active photos it has */
  photoCount: number
  /** When it was created */
  createdAt: string
  /** Its active photos, oldest first */
  photos: Array<Photo>
}

/** RFC 7591; other fields are ignored */
export type ClientMetadata = {
  /** What the client calls itself */
  client_name?: string | undefined
  /** Where it may receive codes */
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
  /** What the owner decided */
  decision: 'allow' | 'refuse'
  /** What it may do */
  scopes?: Array<'read' | 'generate' | 'cep' | 'knowledge'> | undefined
  /** `test`: on the simulator, with its own credits */
  mode?: 'live' | 'test' | undefined
  /** Credits that it may spend in a UTC day; null: no limit */
  dailyCreditLimit?: number | null | undefined
  /** Credits that one job may cost; null: no limit */
  perJobCreditLimit?: number | null | undefined
}

export type ConsentQuery = {
  /** What stands behind the `?` of the address that the client opened */
  request: string
}

export type CreditPack = {
  /** The id of the pack */
  id: string
  /** Its name */
  name: string
  /** How many credits it holds */
  credits: number
  /** In the smallest unit of the currency, such as cents */
  amount: number
  /** Three small letters of ISO 4217 */
  currency: string
}

export type Credits = {
  /** Credits that can be spent */
  balance: number
  /** One page of the ledger, newest first */
  transactions: Array<Transaction>
  /** null on the last page */
  nextCursor: string | null
  /** null when the key has no credit limits */
  budget: {
    /** Credits that this key may spend in a UTC day; null: no limit */
    dailyLimit: number | null
    /** Credits spent today by this key, less refunds */
    dailySpent: number
    /** What is left of the daily limit; null: no limit */
    dailyRemaining: number | null
    /** Credits that one job may cost; null: no limit */
    perJobLimit: number | null
    /** When the day ends: the next midnight in UTC */
    resetsAt: string
  } | null
  /** What this key may do */
  scopes: Array<'read' | 'generate' | 'cep' | 'knowledge'>
}

export type Download = {
  /** The permanent URL of the file */
  downloadUrl: string
  /** A name to store it under */
  fileName: string
  /** Such as image/png or video/mp4 */
  contentType: string
  /** The size of the file */
  sizeBytes: number
  /** The checksum of the file, in hexadecimal */
  sha256: string
  /** Always null: the URL does not expire */
  expiresAt: null
  /** What an advertising platform asks for at upload */
  uploadKit: {
    /** In lower-case hexadecimal, as upload APIs expect it */
    md5: string
    /** In pixels */
    width: number
    /** In pixels */
    height: number
    /** For videos, such as h264; null for images */
    codec: string | null
    /** The length of the video; 0 for an image */
    durationSeconds: number
    /** JPEG, longest side 512 pixels */
    thumbnailUrl: string
    /** The placements whose aspect ratio the file itself has */
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
  /** What the claim is about */
  subject: {
    /** The history row of the ad; null: it has none */
    historyId: string | null
    /** The ad on its platform; null: not known */
    platformAdId: string | null
    /** The media of the ad; null: not known */
    generatedMediaId: string | null
    /** The product of the ad; null: not known */
    productId: string | null
    /** The campaign of the ad; null: not known */
    campaignName: string | null
    /** The first day that the claim is about */
    windowStart: string
    /** The last day that the claim is about */
    windowEnd: string
    /** The name of the key that made the claim */
    source: string
  }
  /** Which ratio was claimed */
  metric: 'roas' | 'cpa' | 'ctr'
  /** The value that was claimed */
  claimed: number
  /** When it was claimed */
  claimedAt: string
  /** What the rows say about the claim */
  verdict: 'unverified' | 'not_comparable' | 'stale' | 'inconclusive' | 'overstated' | 'understated' | 'confirmed'
  /** The estimate shrunk towards the baseline, which the verdict is based on */
  observed: number | null
  /** The ratio of the sums */
  observedRaw: number | null
  /** The value is above this with a probability of 90%; null: not known */
  observedLow: number | null
  /** The value is below this with a probability of 90%; null: not known */
  observedHigh: number | null
  /** By how many percent the observed value is above the claim; null: nothing to compare, or inconclusive */
  driftPct: number | null
  /** From -100 (overstated) to 100 (understated); null: nothing to compare, or inconclusive */
  driftScore: number | null
  /** How sure the difference is, from 0 to 1; null: nothing to compare */
  confidence: number | null
}

export type Erasure = {
  /** The id of the erasure */
  id: string
  /** What kind of thing was erased */
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
  /** Whether a second factor is asked for */
  on: boolean
  /** Since when; null: it is off */
  since: string | null
  /** How many recovery codes are unused */
  recoveryCodesLeft: number
}

/** Days until it brings less than usual, 0 if it does already, null for more than 60. It happens between `earliest` and `latest` with a probability of 80%. */
export type Fall = {
  /** The most likely number of days; null: more than 60 */
  days: number | null
  /** With a probability of 10% it is earlier; null: more than 60 */
  earliest: number | null
  /** With a probability of 10% it is later; null: more than 60 */
  latest: number | null
  /** Probably under the usual within ten days: replace it now */
  due: boolean
}

export type Funnel = {
  /** The sums of what was counted beside the sums of every row */
  counts: {
    /** How often the video began to play */
    videoPlays?: number | undefined
    /** Plays of at least three seconds */
    threeSecondPlays?: number | undefined
    /** Plays to the end, or of at least 15 seconds */
    thruPlays?: number | undefined
    /** Plays that came to a quarter of the video */
    playsTo25?: number | undefined
    /** Plays that came to half of the video */
    playsTo50?: number | undefined
    /** Plays that came to three quarters of the video */
    playsTo75?: number | undefined
    /** Plays that came to the end of the video */
    playsTo100?: number | undefined
    /** Clicks that led away from the platform */
    outboundClicks?: number | undefined
    /** Landing pages that loaded after a click */
    landingPageViews?: number | undefined
    /** How often something was put into the cart */
    addsToCart?: number | undefined
    /** How often a checkout was begun */
    checkouts?: number | undefined
    /** Those of the conversions that came from new customers */
    newCustomers?: number | undefined
  }
  /** The steps that were counted, in their order */
  steps: Array<FunnelStep>
  /** The step that is below what is usual by at least a fifth and by more than chance; null: none is */
  leak: Leak | null
}

export type FunnelStep = {
  /** hook: three-second plays of impressions; hold: ThruPlays of those; click: outbound clicks of impressions; landing: page views of those; cart: adds to cart of those; checkout: of those; purchase: conversions of those; conversion: conversions of page views */
  step: 'hook' | 'hold' | 'click' | 'landing' | 'cart' | 'checkout' | 'purchase' | 'conversion'
  /** How many could take the step, in the rows that count both */
  of: number
  /** How many took it, in the same rows */
  reached: number
  /** The second by the first; null: none could take it */
  rate: number | null
  /** The rate of all comparable ads together; null: too little data */
  usual: number | null
  /** The rate as a multiple of the usual one; null: one is not known */
  lift: number | null
}

export type GrantRow = {
  /** The id of the grant */
  id: string
  /** Who received it */
  userId: string
  /** Credits; negative when they were taken */
  amount: number
  /** Live or test credits */
  mode: 'live' | 'test'
  /** Who granted it */
  grantedBy: {
    /** A session or an operator */
    kind: 'session' | 'operator' | 'database' | 'client'
    /** The id of the user, or the name of the operator */
    id: string
  }
  /** When it was granted */
  createdAt: string
}

export type HistoryRow = {
  /** The id of this row: one ad in one comparison group */
  id: string
  /** The name of its campaign; null: not reported */
  campaignName: string | null
  /** The campaign on its platform; null: not reported */
  platformCampaignId: string | null
  /** The ad on its platform; null: not reported */
  platformAdId: string | null
  /** The media of the ad; null: not known */
  generatedMediaId: string | null
  /** The product of the ad; null: not known */
  productId: string | null
  /** Its name when it was reported; null: not known */
  productName: string | null
  /** The CEP of the ad; null: not known */
  cepId: string | null
  /** Its text when it was reported; null: not known */
  cepText: string | null
  /** The angle of the ad; null: not known */
  angle: string | null
  /** How the ad opens; null: not known */
  hook: string | null
  /** The character of the ad; null: none or not known */
  characterId: string | null
  /** Its name when it was reported; null: none or not known */
  characterName: string | null
  /** Whether the ad shows no character; null: not known */
  noCharacter: boolean | null
  /** Image or video; null: not known */
  mediaType: 'IMAGE' | 'VIDEO' | null
  /** The orientation of the ad; null: not known */
  orientation: 'portrait' | 'landscape' | 'square' | null
  /** How the ad does against its baseline */
  tier: 'loser' | 'unproven' | 'promising' | 'fatigued' | 'winner'
  /** Why a result that would win is only promising: it misses the target of the owner */
  tierReason?: string | undefined
  /** What stands behind the row */
  evidence: 'claimed' | 'observed' | 'corroborated'
  /** The estimate from all rows; newer rows weigh more */
  observed: {
    /** The ratio that the objective is judged by */
    metric: 'roas' | 'cpa' | 'ctr'
    /** The estimate */
    value: number
    /** The value is above this with a probability of 90%; null: no baseline */
    low: number | null
    /** The value is below this with a probability of 90%; null: no baseline */
    high: number | null
    /** What is usual for comparable ads; null: too little data */
    baseline: number | null
    /** How many times better than the baseline; a lower CPA is better; null: no baseline */
    lift: number | null
    /** The last day with a row */
    lastDay: string
  } | null
  /** The latest claim */
  claimed: {
    /** Which ratio was claimed */
    metric: 'roas' | 'cpa' | 'ctr'
    /** The value that was claimed */
    value: number
    /** What was written with it; null: nothing */
    note: string | null
    /** When it was claimed */
    claimedAt: string
    /** The name of the key that made the claim */
    source: string
  } | null
  /** How the latest claim compares with the rows; null without a claim */
  drift: DriftItem | null
  /** The objective of the campaign, in lower case; null: only claimed */
  objective: string | null
  /** What counts as a conversion; null: only claimed */
  conversionType: string | null
  /** The attribution window; null: only claimed */
  attribution: string | null
  /** The currency of the amounts; null: only claimed */
  currency: string | null
  /** The first day with a row in the requested period */
  windowStart: string | null
  /** The last day with a row in the requested period; null: none */
  windowEnd: string | null
  /** The sum over the period; null: no rows */
  spend: number | null
  /** The sum over the period; null: no rows */
  impressions: number | null
  /** The sum over the period; null: no rows */
  clicks: number | null
  /** The sum over the period; null: no rows */
  conversions: number | null
  /** The sum over the period; null: no rows */
  revenue: number | null
  /** Clicks by impressions; null without impressions */
  ctr: number | null
  /** Spend by conversions; null without conversions */
  cpa: number | null
  /** Revenue by spend; null without spend */
  roas: number | null
  /** What is left after goods and spend; only where margins were reported */
  profit?: Profit | undefined
  /** How often one person saw the ad, at the newest day with `reach7d`; only where it was reported */
  frequency?: {
    /** Impressions of seven days by the people reached in them */
    value: number
    /** The last of these seven days */
    lastDay: string
  } | undefined
  /** How a video held attention and how far people came, over the period; only where it was reported */
  funnel?: Funnel | undefined
  /** The period by placement, country, age and device: 25 of each; only where it was reported */
  breakdowns?: Array<Breakdown> | undefined
  /** The newest lift test of the ad, whenever it was; it is in no total */
  liftTest?: LiftTest | undefined
  /** The name of the key that reported it, or owner_import */
  source: string
  /** When it was last reported */
  reportedAt: string
  /** The history row that replaces this one; null: none */
  supersededBy: string | null
}

export type Hit = {
  /** The id of the record; its prefix shows the kind */
  id: string
  /** What the record is */
  kind: 'history' | 'pattern' | 'cep' | 'claim' | 'note'
  /** The record in a sentence, at most 280 characters */
  text: string
  /** For the order: relative to the best hit, from 0 to 1 */
  score: number
  /** The share of the question that the record contains, its rare words weighing most */
  relevance: number
  /** What stands behind it */
  evidence: 'claimed' | 'observed' | 'corroborated' | 'owner_note'
  /** Days since the last row, or since the text was written */
  age: number
  /** Why it was found, in a sentence */
  why: string
  /** Ids of the records that it is about, by field name */
  refs: Record<string, string>
}

export type Image = {
  /** The id of the job, and of its file */
  id: string
  /** Where the job stands; the last three are final */
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'stalled'
  /** The prompt as it was stored */
  prompt: string
  /** Whether it is an image or a video */
  mediaType: 'IMAGE' | 'VIDEO'
  /** The price charged at submit; unchanged by a refund */
  creditsCost: number
  /** JPEG, longest side 512 pixels; null until completed */
  thumbnailUrl: string | null
  /** The length of the video; 0 for an image */
  durationSeconds: number
  /** What went wrong, in words; null unless failed */
  errorMessage: string | null
  /** When credits were given back; null: never */
  refundedAt: string | null
  /** When the job was submitted */
  createdAt: string
  /** When the file was stored; null unless completed */
  completedAt: string | null
  /** SD or HD; an image is always SD */
  resolution: 'SD' | 'HD'
  /** For an image it follows from its size */
  orientation: 'portrait' | 'landscape' | 'square'
  /** The references that the provider was given */
  inputs: Array<{
    /** The stored copy of the reference */
    photoReferenceId: string
    /** The stored copy, or the URL that you sent */
    fileUrl: string
    /** The name of the photo, or of the file of a URL */
    label: string
    /** Its place among the references, from 0 */
    order: number
  }>
  /** true: poll again; false: the status is final */
  waiting: boolean
  /** In percent, as the provider tells; null: it told nothing */
  progress: number | null
  /** Seconds to wait before the next poll; null when final */
  pollAfterSeconds: number | null
  /** As in the poll; `use_videoUrl` means to use the file, which is in `imageUrl` here */
  nextAction: 'poll_again' | 'use_videoUrl' | 'retry'
  /** What happened and what to do next */
  message: string
  /** `none`: a further file of a job; else what happened to the price */
  charged: 'charged' | 'refunded' | 'none'
  /** Credits that were given back so far */
  creditsRefunded: number
  /** Why it failed; null unless failed */
  errorCode: 'content_rejected' | 'provider_error' | 'reference_unusable' | 'storage_failed' | 'timeout' | 'cancelled' | null
  /** Your name for the job; null: none was sent */
  clientRef: string | null
  /** The product that it is attached to; null: none */
  productId: string | null
  /** The character whose photos were used; null: none */
  characterId: string | null
  /** The CEP that it was made for; null: none */
  cepId: string | null
  /** The angle of the CEP at the time of the submit */
  angle: string | null
  /** How the creative opens, in your words; null: not said */
  hook: string | null
  /** SHA-256 of the prompt in lower case, with each run of white space as one space */
  promptFingerprint: string
  /** The model that made it */
  model: string
  /** For a further file of a job with n above 1: the id of that job */
  parentId: string | null
  /** Photos that did not fit into the limit of references */
  droppedReferences: Array<{
    /** The photo that was left out */
    photoReferenceId: string
    /** Whether the product or the character brought it */
    origin: 'product' | 'character'
  }>
  /** Every file of the job, this one first */
  outputs: Array<{
    /** The id of this file; the first is the job itself */
    id: string
    /** The permanent URL of the file */
    videoUrl: string
    /** Its thumbnail: JPEG, longest side 512 pixels */
    thumbnailUrl: string
  }>
  /** true: made by the simulator for a test key */
  test: boolean
  /** The permanent URL of the file */
  imageUrl: string | null
}

export type ImageBody = {
  /** What the image shows */
  prompt: string
  /** The aspect ratio, width to height */
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
  /** One page, newest first */
  images: Array<Image>
  /** null on the last page */
  nextCursor: string | null
}

export type Invitation = {
  /** The id of the invitation */
  id: string
  /** null once it was accepted: see the user */
  email: string | null
  /** Whether it can still be accepted */
  state: 'open' | 'accepted' | 'revoked' | 'expired'
  /** null: an operator */
  invitedBy: string | null
  /** When it was made */
  createdAt: string
  /** When it ends by itself */
  expiresAt: string
  /** The user that it became; null: not accepted */
  acceptedBy: string | null
}

export type InvitationBody = {
  /** Who is invited */
  email: string
  /** Of the mail; English by default */
  language?: 'en' | 'zh' | undefined
}

export type Key = {
  /** The id of the key; never the secret */
  id: string
  /** The name that the owner gave it */
  name: string
  /** How its secrets begin */
  prefix: string
  /** What it may do */
  scopes: Array<'read' | 'generate' | 'cep' | 'knowledge'>
  /** `test`: on the simulator, with its own credits */
  mode: 'live' | 'test'
  /** Credits that it may spend in a UTC day; null: no limit */
  dailyCreditLimit: number | null
  /** Credits that one job may cost; null: no limit */
  perJobCreditLimit: number | null
  /** When it ends by itself; null: never */
  expiresAt: string | null
  /** Accurate to the minute */
  lastUsedAt: string | null
  /** When it was revoked; null: it was not */
  revokedAt: string | null
  /** When it was made */
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
  /** A name that tells you who uses it */
  name: string
  /** What it may do */
  scopes?: Array<'read' | 'generate' | 'cep' | 'knowledge'> | undefined
  /** `test`: on the simulator, with its own credits */
  mode?: 'live' | 'test' | undefined
  /** When it ends by itself; null: never */
  expiresAt?: string | null | undefined
  /** Credits that it may spend in a UTC day; null: no limit */
  dailyCreditLimit?: number | null | undefined
  /** Credits that one job may cost; null: no limit */
  perJobCreditLimit?: number | null | undefined
  /** For a test key alone */
  testMix?: TestMix | null | undefined
}

export type KeyChangeBody = {
  /** A new name */
  name?: string | undefined
  /** Credits that it may spend in a UTC day; null: no limit */
  dailyCreditLimit?: number | null | undefined
  /** Credits that one job may cost; null: no limit */
  perJobCreditLimit?: number | null | undefined
  /** When it ends by itself; null: never */
  expiresAt?: string | null | undefined
}

export type Leak = {
  /** The step where most is lost against what is usual */
  step: 'hook' | 'hold' | 'click' | 'landing' | 'cart' | 'checkout' | 'purchase' | 'conversion'
  /** The estimate of its rate: little data stays near the usual one */
  rate: number
  /** The true rate is below this with a probability of 90% */
  high: number
  /** The rate of all comparable ads together */
  usual: number
  /** The estimate as a multiple of the usual rate */
  lift: number
  /** The chance that any of its steps would look this bad without a cause; at most 0.05 */
  chance: number
}

export type LedgerCheck = {
  /** Whether every recomputed entry agrees with what is stored */
  valid: boolean
  /** how many transactions this call recomputed: all of them, or with more than 2,000 those since the last one that the operator signed */
  checked: number
  /** The hash of the last entry that was checked */
  headHash: string
  /** The first entry that does not agree; null: none */
  brokenAt: string | null
}

export type LedgerEntry = {
  /** The id of this entry of the ledger */
  id: string
  /** Negative for a charge */
  amount: number
  /** Why the balance changed */
  reason: 'image_generation' | 'video_generation' | 'image_generation_refund' | 'video_generation_refund' | 'credit_purchase' | 'credit_grant' | 'admin_adjustment'
  /** The media, or the grant, that it belongs to */
  refId: string
  /** What `refId` is */
  refType: 'generated_media' | 'credit_grant'
  /** The balance after this entry */
  balanceAfter: number
  /** SHA-256 of these values joined by line feeds: the previous hash (64 zeros for the first), id, amount, reason, refId, refType, balanceAfter, createdAt */
  txHash: string
  /** When it was booked */
  createdAt: string
  /** Its place in the chain, from 1 */
  seq: number
  /** What kind of entry it is */
  kind: 'grant' | 'purchase' | 'charge' | 'refund' | 'adjustment'
  /** The charge that a refund gives back */
  reverses: string | null
  /** SHA-256 of these values joined by line feeds: the previous seal (64 zeros for the first), the id of the user, mode, seq, kind, reverses (empty for null), txHash */
  seal: string
}

/** Conversions (clicks, where only these are known) per money of a new ad in its first week, as a multiple of what is usual. It is between `low` and `high` with a probability of 80%. */
export type Lift = {
  /** The most likely multiple */
  expected: number
  /** Below this with a probability of 10% */
  low: number
  /** Above this with a probability of 10% */
  high: number
}

export type LiftTest = {
  /** The first day of the test */
  windowStart: string
  /** Its last day */
  windowEnd: string
  /** How many percent more conversions the ad caused; null: under 5 in a group */
  liftPct: number | null
  /** It is more than this with a probability of 90% */
  lowPct: number | null
  /** It is less than this with a probability of 90% */
  highPct: number | null
  /** The probability that it caused any; null: under 5 conversions in a group */
  probability: number | null
  /** Conversions of the people with the ad that would not have been without it */
  incremental: number
  /** What the ad spent in these days by `incremental`; null: nothing spent or gained, a day without a row, or under 5 conversions in a group */
  incrementalCpa: number | null
  /** Revenue of `incremental` by that spend, at the usual order value of these days; null: unknown */
  incrementalRoas: number | null
  /** People who could see the ad */
  testPeople: number
  /** People from whom it was withheld */
  controlPeople: number
  /** All conversions of the first group */
  testConversions: number
  /** All conversions of the second group */
  controlConversions: number
  /** The name of the key that reported it */
  source: string
}

export type ListedKey = {
  /** The id of the key; never the secret */
  id: string
  /** The name that the owner gave it */
  name: string
  /** How its secrets begin */
  prefix: string
  /** What it may do */
  scopes: Array<'read' | 'generate' | 'cep' | 'knowledge'>
  /** `test`: on the simulator, with its own credits */
  mode: 'live' | 'test'
  /** Credits that it may spend in a UTC day; null: no limit */
  dailyCreditLimit: number | null
  /** Credits that one job may cost; null: no limit */
  perJobCreditLimit: number | null
  /** When it ends by itself; null: never */
  expiresAt: string | null
  /** Accurate to the minute */
  lastUsedAt: string | null
  /** When it was revoked; null: it was not */
  revokedAt: string | null
  /** When it was made */
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
  /** The id of the payment */
  id: string
  /** The checkout that it paid */
  checkoutId: string
  /** `top_up`: charged by itself */
  kind: 'page' | 'top_up'
  /** The pack that was bought */
  packId: string
  /** Credits that it brought */
  credits: number
  /** In the smallest unit of the currency, such as cents */
  amount: number
  /** Three small letters of ISO 4217 */
  currency: string
  /** The receipt at Stripe */
  receiptUrl: string | null
  /** What was given back, in the smallest unit of the currency */
  refundedAmount: number
  /** Of disputes that are open or lost */
  disputedAmount: number
  /** In the words of Stripe */
  disputeStatus: string | null
  /** Credits that were taken back or made a debt */
  reversedCredits: number
  /** When it was paid */
  createdAt: string
  /** Who paid */
  userId: string
  /** The payment intent at Stripe */
  intentId: string
}

export type ListedUser = {
  /** The id of the user */
  id: string
  /** The address of the user */
  email: string
  /** Whether the user may administer the service */
  role: 'user' | 'admin'
  /** When the user was made */
  createdAt: string
  /** When the user was suspended; null: not */
  suspendedAt: string | null
  /** When the account was erased; null: not */
  erasedAt: string | null
  /** How many active keys the user has */
  activeKeys: number
  /** By session or key, accurate to the minute */
  lastSeenAt: string | null
  /** Whether a second factor is on */
  secondFactor: boolean
}

export type McpAnswer = {
  /** The version of JSON-RPC */
  jsonrpc: '2.0'
  /** The id of the request; null: it could not be read */
  id: string | number | null
  /** The result; absent after an error */
  result?: {
    [field: string]: unknown
  } | undefined
  /** What went wrong; absent after success */
  error?: {
    /** The code of JSON-RPC */
    code: number
    /** What happened and what to do next */
    message: string
    [field: string]: unknown
  } | undefined
  [field: string]: unknown
}

export type McpMessage = {
  /** The version of JSON-RPC */
  jsonrpc: '2.0'
  /** The id of a request; a notification has none */
  id?: string | number | undefined
  /** The method of the protocol */
  method: string
  /** The parameters of the method */
  params?: {
    [field: string]: unknown
  } | undefined
  [field: string]: unknown
}

export type Media = {
  /** The id of the job, and of its file */
  id: string
  /** Where the job stands; the last three are final */
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'stalled'
  /** The prompt as it was stored */
  prompt: string
  /** Whether it is an image or a video */
  mediaType: 'IMAGE' | 'VIDEO'
  /** The price charged at submit; unchanged by a refund */
  creditsCost: number
  /** The permanent URL of the file, for images too; null until completed */
  videoUrl: string | null
  /** JPEG, longest side 512 pixels; null until completed */
  thumbnailUrl: string | null
  /** The length of the video; 0 for an image */
  durationSeconds: number
  /** What went wrong, in words; null unless failed */
  errorMessage: string | null
  /** When credits were given back; null: never */
  refundedAt: string | null
  /** When the job was submitted */
  createdAt: string
  /** When the file was stored; null unless completed */
  completedAt: string | null
  /** SD or HD; an image is always SD */
  resolution: 'SD' | 'HD'
  /** For an image it follows from its size */
  orientation: 'portrait' | 'landscape' | 'square'
  /** The references that the provider was given */
  inputs: Array<{
    /** The stored copy of the reference */
    photoReferenceId: string
    /** The stored copy, or the URL that you sent */
    fileUrl: string
    /** The name of the photo, or of the file of a URL */
    label: string
    /** Its place among the references, from 0 */
    order: number
  }>
  /** true: poll again; false: the status is final */
  waiting: boolean
  /** In percent, as the provider tells; null: it told nothing */
  progress: number | null
  /** Seconds to wait before the next poll; null when final */
  pollAfterSeconds: number | null
  /** `poll_again` while waiting, `use_videoUrl` when completed, `retry` when failed or stalled */
  nextAction: 'poll_again' | 'use_videoUrl' | 'retry'
  /** What happened and what to do next */
  message: string
  /** `none`: a further file of a job; else what happened to the price */
  charged: 'charged' | 'refunded' | 'none'
  /** Credits that were given back so far */
  creditsRefunded: number
  /** Why it failed; null unless failed */
  errorCode: 'content_rejected' | 'provider_error' | 'reference_unusable' | 'storage_failed' | 'timeout' | 'cancelled' | null
  /** Your name for the job; null: none was sent */
  clientRef: string | null
  /** The product that it is attached to; null: none */
  productId: string | null
  /** The character whose photos were used; null: none */
  characterId: string | null
  /** The CEP that it was made for; null: none */
  cepId: string | null
  /** The angle of the CEP at the time of the submit */
  angle: string | null
  /** How the creative opens, in your words; null: not said */
  hook: string | null
  /** SHA-256 of the prompt in lower case, with each run of white space as one space */
  promptFingerprint: string
  /** The model that made it */
  model: string
  /** For a further file of a job with n above 1: the id of that job */
  parentId: string | null
  /** Photos that did not fit into the limit of references */
  droppedReferences: Array<{
    /** The photo that was left out */
    photoReferenceId: string
    /** Whether the product or the character brought it */
    origin: 'product' | 'character'
  }>
  /** Every file of the job, this one first */
  outputs: Array<{
    /** The id of this file; the first is the job itself */
    id: string
    /** The permanent URL of the file */
    videoUrl: string
    /** Its thumbnail: JPEG, longest side 512 pixels */
    thumbnailUrl: string
  }>
  /** true: made by the simulator for a test key */
  test: boolean
}

export type MediaDay = {
  /** The UTC day of the submit */
  day: string
  /** The key that ordered them; null: made by hand */
  keyId: string | null
  /** Jobs that were submitted */
  jobs: number
  /** Completed files */
  images: number
  /** Completed videos */
  videos: number
  /** Jobs that failed */
  failed: number
  /** Jobs that stalled */
  stalled: number
  /** Jobs that still wait */
  waiting: number
}

export type MediaList = {
  /** One page, newest first */
  media: Array<Media>
  /** null on the last page */
  nextCursor: string | null
}

export type Model = {
  /** The value for `model` in a submit */
  id: string
  /** What it is, in a sentence */
  description: string
  /** Whether it makes images, videos or both */
  kinds: Array<'image' | 'video'>
  /** It is the default of a kind */
  isDefault: boolean
  /** The kinds for which it is used when a submit names none */
  defaultFor: Array<'image' | 'video'>
  capabilities: ModelCapabilities
}

/** What the model makes; the lists of a kind that it does not make are empty */
export type ModelCapabilities = {
  /** The aspect ratios of its images */
  sizes: Array<'1:1' | '2:3' | '3:2'>
  /** The most files of one submit */
  nMax: number
  /** The most references of one submit */
  referencesMax: number
  /** It takes maskUrl */
  mask: boolean
  /** The orientations of its videos */
  orientations: Array<'portrait' | 'landscape' | 'square'>
  /** The lengths of its videos */
  durationsSeconds: Array<number>
  /** The resolutions of its videos */
  resolutions: Array<'SD' | 'HD'>
}

export type NewPasswordBody = {
  /** From the link in the mail */
  token: string
  /** The new password */
  password: string
}

export type Note = {
  /** The id of the note */
  id: string
  /** What it says */
  text: string
  /** Other words that the search finds it by */
  keywords: Array<string>
  /** `owner_note` once the owner wrote or accepted it */
  evidence: 'claimed' | 'owner_note'
  /** What the owner decided about it */
  review: 'pending' | 'accepted' | 'rejected'
  /** Whether the owner keeps it on top */
  pinned: boolean
  /** The name of the key that wrote it, or owner */
  source: string
  /** When it was written */
  createdAt: string
}

export type NoteBody = {
  /** What to remember */
  text: string
  /** Other words for it, also in other languages: the search finds it by them */
  keywords?: Array<string> | undefined
}

export type Notices = {
  /** Of all mails to you */
  language: 'en' | 'zh'
  /** A mail each time that the balance falls below `lowBalanceCredits` */
  lowBalance: boolean
  /** Below this the balance is low, as in the billing; null: not watched */
  lowBalanceCredits: number | null
  /** One mail on Mondays: what was made, spent and won in the week before */
  weeklySummary: boolean
  /** false: this service sends no mail */
  mail: boolean
}

/** What is left out stays. */
export type NoticesBody = {
  /** Of all mails to you */
  language?: 'en' | 'zh' | undefined
  /** A mail each time that the balance falls below `lowBalanceCredits` */
  lowBalance?: boolean | undefined
  /** Below this the balance is low, as in the billing; null: not watched */
  lowBalanceCredits?: number | null | undefined
  /** One mail on Mondays: what was made, spent and won in the week before */
  weeklySummary?: boolean | undefined
}

export type OpenSession = {
  /** Names the session; it cannot be used to log in */
  id: string
  /** When it began */
  createdAt: string
  /** Accurate to the minute */
  lastSeenAt: string
  /** The session of this request */
  current: boolean
}

export type OwnedMedia = {
  /** The id of the job, and of its file */
  id: string
  /** Where the job stands; the last three are final */
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'stalled'
  /** The prompt as it was stored */
  prompt: string
  /** Whether it is an image or a video */
  mediaType: 'IMAGE' | 'VIDEO'
  /** The price charged at submit; unchanged by a refund */
  creditsCost: number
  /** The permanent URL of the file, for images too; null until completed */
  videoUrl: string | null
  /** JPEG, longest side 512 pixels; null until completed */
  thumbnailUrl: string | null
  /** The length of the video; 0 for an image */
  durationSeconds: number
  /** What went wrong, in words; null unless failed */
  errorMessage: string | null
  /** When credits were given back; null: never */
  refundedAt: string | null
  /** When the job was submitted */
  createdAt: string
  /** When the file was stored; null unless completed */
  completedAt: string | null
  /** SD or HD; an image is always SD */
  resolution: 'SD' | 'HD'
  /** For an image it follows from its size */
  orientation: 'portrait' | 'landscape' | 'square'
  /** The references that the provider was given */
  inputs: Array<{
    /** The stored copy of the reference */
    photoReferenceId: string
    /** The stored copy, or the URL that you sent */
    fileUrl: string
    /** The name of the photo, or of the file of a URL */
    label: string
    /** Its place among the references, from 0 */
    order: number
  }>
  /** true: poll again; false: the status is final */
  waiting: boolean
  /** In percent, as the provider tells; null: it told nothing */
  progress: number | null
  /** Seconds to wait before the next poll; null when final */
  pollAfterSeconds: number | null
  /** `poll_again` while waiting, `use_videoUrl` when completed, `retry` when failed or stalled */
  nextAction: 'poll_again' | 'use_videoUrl' | 'retry'
  /** What happened and what to do next */
  message: string
  /** `none`: a further file of a job; else what happened to the price */
  charged: 'charged' | 'refunded' | 'none'
  /** Credits that were given back so far */
  creditsRefunded: number
  /** Why it failed; null unless failed */
  errorCode: 'content_rejected' | 'provider_error' | 'reference_unusable' | 'storage_failed' | 'timeout' | 'cancelled' | null
  /** Your name for the job; null: none was sent */
  clientRef: string | null
  /** The product that it is attached to; null: none */
  productId: string | null
  /** The character whose photos were used; null: none */
  characterId: string | null
  /** The CEP that it was made for; null: none */
  cepId: string | null
  /** The angle of the CEP at the time of the submit */
  angle: string | null
  /** How the creative opens, in your words; null: not said */
  hook: string | null
  /** SHA-256 of the prompt in lower case, with each run of white space as one space */
  promptFingerprint: string
  /** The model that made it */
  model: string
  /** For a further file of a job with n above 1: the id of that job */
  parentId: string | null
  /** Photos that did not fit into the limit of references */
  droppedReferences: Array<{
    /** The photo that was left out */
    photoReferenceId: string
    /** Whether the product or the character brought it */
    origin: 'product' | 'character'
  }>
  /** Every file of the job, this one first */
  outputs: Array<{
    /** The id of this file; the first is the job itself */
    id: string
    /** The permanent URL of the file */
    videoUrl: string
    /** Its thumbnail: JPEG, longest side 512 pixels */
    thumbnailUrl: string
  }>
  /** true: made by the simulator for a test key */
  test: boolean
  /** The key that ordered it; null: made by hand */
  keyId: string | null
  /** In pixels; null until completed */
  width: number | null
  /** In pixels; null until completed */
  height: number | null
  /** When it ended; null while it waits */
  finishedAt: string | null
}

export type PasswordBody = {
  /** The password until now */
  oldPassword: string
  /** The password from now on */
  newPassword: string
}

export type Pattern = {
  /** The id of the pattern; it stays the same while results change */
  id: string
  /** What the ads share, in a few words */
  title: string
  /** Tier, sample, age, what the comparisons say and the target, in a sentence */
  why: string
  /** How the pattern does against its baseline */
  tier: 'loser' | 'unproven' | 'promising' | 'fatigued' | 'winner'
  /** The product; null: the pattern is about ads of no product */
  productId: string | null
  /** Its name when it was reported; null: not known */
  productName: string | null
  /** What the ads share */
  ingredients: {
    /** The CEP that the ads share; null: not part of the pattern */
    cepId: string | null
    /** The angle that they share; null: not part of the pattern */
    angle: string | null
    /** The character that they share; null: not part of the pattern */
    characterId: string | null
    /** true: they have in common that they show no character; null: not part of the pattern */
    noCharacter: true | null
    /** The media type that they share; null: not part of the pattern */
    mediaType: 'IMAGE' | 'VIDEO' | null
    /** The orientation that they share; null: not part of the pattern */
    orientation: 'portrait' | 'landscape' | 'square' | null
    /** The hook that they share; null: not part of the pattern */
    hook: string | null
  }
  /** Of the CEP among the ingredients; null: none */
  cepText: string | null
  /** Of the character among the ingredients; null: none */
  characterName: string | null
  /** The ratio that the objective is judged by */
  metric: 'roas' | 'cpa' | 'ctr'
  /** The value of the metric for ads of this pattern; null: no result, such as a CPA without conversions */
  estimate: number | null
  /** The true value is better than this with a probability of 90% */
  lowerBound: number | null
  /** The usual value of the metric; null: too little data */
  baseline: number | null
  /** How many times better than the baseline; a lower CPA is better; null without one */
  lift: number | null
  /** The probability of being better than the baseline; null without one */
  probabilityBetter: number | null
  /** How many patterns of the product were compared with its other ads; null: not this one */
  comparisons: number | null
  /** The chance that even one of these comparisons would look this good without any effect; a winner has at most 0.022; null: it was not compared */
  chance: number | null
  /** How good it is even when it is unlucky: 50 is usual; null without a baseline */
  score: number | null
  /** Of its ads over 180 days; only where margins were reported */
  profit?: Profit | undefined
  /** The newest lift tests of its ads together; only where there are any */
  liftTest?: PatternLift | undefined
  /** How far people came, over 180 days; one ad counts at most half; only where it was reported */
  funnel?: PatternFunnel | undefined
  /** What the estimate rests on */
  sample: {
    /** How many ads */
    ads: number
    /** In how many campaigns */
    campaigns: number
    /** Money spent on them in the last 180 days */
    spend: number
    /** Their conversions in the last 180 days */
    conversions: number
    /** Calendar days on which any of the ads ran */
    days: number
    /** The days of each ad, added up */
    adDays: number
  }
  /** How many of the ads that have enough data by themselves beat the baseline */
  hitRate: {
    /** Ads that are better than the baseline */
    hits: number
    /** Ads that have enough data by themselves */
    n: number
    /** The share is above this with a probability of 90%; null: no such ads */
    lowerBound: number | null
  }
  /** What stands behind it */
  evidence: 'claimed' | 'observed' | 'corroborated'
  /** `fresh`: up to 30 days old; `ageing`: up to 45; `stale`: older */
  freshness: 'fresh' | 'ageing' | 'stale'
  /** The last day with a row; null: only claimed */
  lastObservedAt: string | null
  /** The largest drift score of its ads; null: no claim to compare */
  drift: number | null
  /** The objective of its ads; null: only claimed */
  objective: string | null
  /** The currency of its amounts; null: only claimed */
  currency: string | null
  /** What counts as a conversion; null: only claimed */
  conversionType: string | null
  /** The attribution window; null: only claimed */
  attribution: string | null
  /** What the ads share and how they were measured */
  summary: string
  /** The ads with the most weight, each with its estimate given the pattern */
  ads: Array<{
    /** The history row of the ad */
    historyId: string
    /** Its estimate; null: not known */
    estimate: number | null
    /** Its pessimistic bound; null without a baseline */
    lowerBound: number | null
    /** How this ad does alone */
    tier: 'loser' | 'unproven' | 'promising' | 'fatigued' | 'winner'
  }>
}

export type PatternFunnel = {
  /** The steps that were counted, in their order */
  steps: Array<FunnelStep>
  /** The step that is below what is usual by at least a fifth and by more than chance; null: none is */
  leak: Leak | null
}

export type PatternLift = {
  /** How many of its ads have a test that could be judged */
  tests: number
  /** How many percent more conversions the ad caused; null: under 5 in a group */
  liftPct: number | null
  /** It is more than this with a probability of 90% */
  lowPct: number | null
  /** It is less than this with a probability of 90% */
  highPct: number | null
  /** The probability that it caused any; null: under 5 conversions in a group */
  probability: number | null
}

export type Payment = {
  /** The id of the payment */
  id: string
  /** The checkout that it paid */
  checkoutId: string
  /** `top_up`: charged by itself */
  kind: 'page' | 'top_up'
  /** The pack that was bought */
  packId: string
  /** Credits that it brought */
  credits: number
  /** In the smallest unit of the currency, such as cents */
  amount: number
  /** Three small letters of ISO 4217 */
  currency: string
  /** The receipt at Stripe */
  receiptUrl: string | null
  /** What was given back, in the smallest unit of the currency */
  refundedAmount: number
  /** Of disputes that are open or lost */
  disputedAmount: number
  /** In the words of Stripe */
  disputeStatus: string | null
  /** Credits that were taken back or made a debt */
  reversedCredits: number
  /** When it was paid */
  createdAt: string
}

export type PaymentTrouble = {
  /** The id of the event at Stripe */
  eventId: string
  /** The type of the event at Stripe */
  type: string
  /** The payment intent or the checkout */
  subject: string
  /** Why it was not applied */
  why: string
  /** When it was received */
  receivedAt: string
}

export type Photo = {
  /** The id of the photo */
  id: string
  /** Its name, such as front */
  label: string
  /** Its permanent URL */
  url: string
  /** Whether this is the oldest active photo, which jobs use by default */
  isPrimary: boolean
}

export type Plan = {
  /** How many ads are missing */
  need: number
  /** Every combination that could be made, those with ads first; 100 at most */
  cells: Array<Cell>
  /** What to make now, most ads first */
  make: Array<PlannedAds>
  /** The price of all of `make` */
  creditsCost: number
  /** Why less than half of the places follow a winning combination; else null */
  fewWinners: string | null
  /** The ads that run: those whose rows reach to the newest day of the product */
  running: Array<RunningAd>
  /** The same by combination */
  runningCells: Array<RunningCell>
  /** Running ads that should be replaced now: first those that bring less than usual already, then those that soon will, each with the largest `expectedLoss` first */
  replace: Array<Replacement>
}

export type PlannedAds = {
  /** The CEP of the combination */
  cepId: string
  /** The character of the combination; null: without one */
  characterId: string | null
  /** Whether it is for an image or a video */
  mediaType: 'IMAGE' | 'VIDEO'
  /** The orientation of the combination */
  orientation: 'portrait' | 'landscape' | 'square'
  /** How many ads to make */
  count: number
  /** Why this combination, in a sentence */
  reason: string
  /** The text of the CEP */
  cepText: string
  /** The hook that won here: for one of the ads */
  hook: string | null
  /** How many of the ads need a hook that was not used here */
  newHooks: number
  lift: Lift
  /** Whether this combination has won already */
  followsWinner: boolean
  /** Of all these ads; a video at the price of the shortest in SD */
  creditsCost: number
}

export type Product = {
  /** The id of the product */
  id: string
  /** Its name */
  name: string
  /** How many media are attached to it */
  mediaCount: number
  /** How many active photos it has */
  referencePhotoCount: number
  /** Its oldest active photo; null: it has none */
  primaryPhotoUrl: string | null
  /** When it was created */
  createdAt: string
  /** When it was last renamed, or created */
  updatedAt: string
}

export type ProductBody = {
  /** A name, at most 200 characters */
  name: string
}

export type ProductDetail = {
  /** The id of the product */
  id: string
  /** Its name */
  name: string
  /** How many media are attached to it */
  mediaCount: number
  /** How many active photos it has */
  referencePhotoCount: number
  /** Its oldest active photo; null: it has none */
  primaryPhotoUrl: string | null
  /** When it was created */
  createdAt: string
  /** When it was last renamed, or created */
  updatedAt: string
  /** The latest 20 completed media */
  media: Array<Media>
  /** Its active photos, oldest first */
  photos: Array<Photo>
  /** Its active CEPs, oldest first */
  ceps: Array<Cep>
}

export type Profit = {
  /** What is left of `revenue` after the cost of the goods */
  margin: number
  /** `margin` less `spend` */
  profit: number
  /** Margin by spend: from 1 the ad earns money; null without spend */
  poas: number | null
  /** The ROAS from which it earns money: revenue by margin; null without any margin */
  breakEvenRoas: number | null
  /** The revenue of the rows with a margin */
  revenue: number
  /** The spend of the rows with a margin */
  spend: number
}

/** RFC 9728 */
export type ProtectedResource = {
  /** The address that tokens open */
  resource: string
  /** Who gives tokens out: this service */
  authorization_servers: Array<string>
  /** What can be asked for */
  scopes_supported: Array<'read' | 'generate' | 'cep' | 'knowledge'>
  /** How a token is sent */
  bearer_methods_supported: Array<'header'>
  /** The name of the service */
  resource_name: string
  /** Where it is documented */
  resource_documentation: string
}

export type ProviderState = {
  /** The name of the provider */
  name: string
  /** Whether it is the simulator */
  simulated: boolean
  /** Open jobs that are not sent, or not answered yet */
  queued: number
  /** Open jobs that it works on */
  processing: number
  /** null: no limit */
  runningMax: number | null
  /** When its oldest open job was submitted; null: none is open */
  oldestOpenAt: string | null
  /** The provider asked to be sent nothing until then */
  pausedUntil: string | null
  /** The workers that send it nothing now, because it failed */
  breakers: Array<{
    /** The name of the worker */
    worker: string
    /** When it stopped sending */
    since: string
    /** When it tries again */
    retryAt: string
  }>
}

export type Quota = {
  /** How much is stored now */
  used: number
  /** How much may be stored */
  limit: number
}

export type Quote = {
  /** What the job would cost, in credits */
  creditsCost: number
  /** The balance now */
  balance: number
  /** Negative when the balance is too low */
  balanceAfter: number
  /** Whether the balance covers the price */
  affordable: boolean
  /** Whether the credit limits of this key allow it */
  withinBudget: boolean
  /** The references that would be used, in order */
  references: Array<{
    /** null for a URL from imageUrls */
    photoReferenceId: string | null
    /** Where the reference can be seen */
    fileUrl: string
    /** The name of the photo, or of the file of a URL */
    label: string
    /** Which field of the body brought it */
    origin: 'image_url' | 'photo' | 'product_photo' | 'product' | 'character' | 'upload'
    /** Its place among the references, from 0 */
    order: number
  }>
  /** Photos that would not fit into the limit of references */
  droppedReferences: Array<{
    /** The photo that was left out */
    photoReferenceId: string
    /** Whether the product or the character brought it */
    origin: 'product' | 'character'
  }>
  /** Fields of your body that do not exist here */
  ignoredFields: Array<string>
  /** What you may want to change first */
  warnings: Array<{
    /** `product_without_photos` or `similar_to_loser` */
    code: string
    /** What may be wrong, and what to do */
    message: string
    /** The product, or the media whose results were poor */
    refId: string | null
  }>
}

/** `kind` and the fields of the submit */
export type QuoteBody = {
  /** What would be submitted */
  kind: 'image' | 'video'
  [field: string]: unknown
}

export type ReferenceBody = {
  /** What the photo shows, such as front */
  label: string
  /** Fetched at once; send exactly one of fileUrl and mediaAssetId */
  fileUrl?: string | undefined
  /** A completed image or an upload of yours; send exactly one of fileUrl and mediaAssetId */
  mediaAssetId?: string | undefined
}

export type RegisteredClient = {
  /** The id that it registered under */
  client_id: string
  /** When it registered, in seconds since 1970 */
  client_id_issued_at: number
  /** What it calls itself */
  client_name: string
  /** Where it may receive codes */
  redirect_uris: Array<string>
  /** What it may send to the token endpoint */
  grant_types: Array<'authorization_code' | 'refresh_token'>
  /** Codes, and nothing else */
  response_types: Array<'code'>
  /** It has no secret */
  token_endpoint_auth_method: 'none'
}

export type Rendition = {
  /** `feed_portrait` and `feed_landscape`: feeds; `vertical`: stories and reels */
  placement: 'feed_portrait' | 'vertical' | 'feed_landscape'
  /** Width to height */
  ratio: string
  /** What was done. `crop`: edges were cut off; `pad`: plain edges were added; `none`: the file itself has this ratio, and `url` is its address */
  way: 'crop' | 'pad' | 'none'
  /** Permanent like the file; a JPEG, made at the first request, free */
  url: string
  /** In pixels */
  width: number
  /** In pixels */
  height: number
}

export type Replacement = {
  /** The ad to replace; null: not known on its platform */
  platformAdId: string | null
  /** The media of the ad; null: not known */
  generatedMediaId: string | null
  fall: Fall
  /** What is expected to be spent below the usual in the next seven days */
  spendAtRisk: number
  /** Of the spend of the next seven days, what is expected to be lost compared with the usual */
  expectedLoss: number
  /** The currency of both amounts */
  currency: string
  /** What to make instead; null: every combination loses */
  by: {
    /** The CEP of the combination */
    cepId: string
    /** The character of the combination; null: without one */
    characterId: string | null
    /** Whether it is for an image or a video */
    mediaType: 'IMAGE' | 'VIDEO'
    /** The orientation of the combination */
    orientation: 'portrait' | 'landscape' | 'square'
    /** Why this combination, in a sentence */
    reason: string
    /** The text of the CEP */
    cepText: string
    /** The hook that won here, for one ad of a plan; null: it needs a new hook */
    hook: string | null
    lift: Lift
  } | null
}

export type Report = {
  /** The id of the report */
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
  /** `observation`: rows from the platform; `claim`: a stated ratio */
  kind: 'observation' | 'claim'
  /** The media that the ad shows */
  generatedMediaId?: string | undefined
  /** Send it once together with generatedMediaId to link the two; afterwards it is enough */
  platformAdId?: string | undefined
  /** The product that the ad is for, if the media does not say so */
  productId?: string | undefined
  /** The CEP that the ad is for, if the media does not say so */
  cepId?: string | undefined
  /** The name of its campaign */
  campaignName?: string | undefined
  /** The currency of the amounts: three letters of ISO 4217 */
  currency?: string | undefined
  /** What counts as a conversion */
  conversionType?: string | undefined
  /** The attribution window */
  attribution?: string | undefined
  /** The objective of the campaign on the platform, with or without OUTCOME_ */
  objective?: string | undefined
  /** When you read the row from the platform, by default now; for one day the latest reading counts */
  fetchedAt?: string | undefined
  /** For an observation: one row for each ad and day */
  rows?: Array<ReportRow> | undefined
  /** For a claim: which ratio it is about */
  metric?: 'roas' | 'cpa' | 'ctr' | undefined
  /** For a claim: the ratio, as it was stated */
  value?: number | undefined
  /** For a claim: the first day that it is about */
  windowStart?: string | undefined
  /** For a claim: the last day that it is about */
  windowEnd?: string | undefined
  /** Number of conversions that the claim is based on */
  conversions?: number | undefined
  /** Stored as a note, pending the owner’s review */
  note?: string | undefined
  /** Other words for the note, also in other languages: the search finds it by them */
  keywords?: Array<string> | undefined
}

export type ReportRow = {
  /** The day in the time zone of the ad account */
  day: string
  /** Money spent on this day */
  spend: number | string
  /** How often it was shown on this day */
  impressions: number | string
  /** Clicks on this day; at most the impressions */
  clicks: number | string
  /** Conversions of this day, by the attribution window */
  conversions: number | string
  /** Money that these conversions brought */
  revenue: number | string
  /** The currency of the amounts: three letters of ISO 4217 */
  currency?: string | undefined
  /** What counts as a conversion */
  conversionType?: string | undefined
  /** The attribution window */
  attribution?: string | undefined
  /** The objective of the campaign on the platform, with or without OUTCOME_ */
  objective?: string | undefined
  /** When you read the row from the platform, by default now; for one day the latest reading counts */
  fetchedAt?: string | undefined
  /** The id of the ad on its platform */
  platformAdId?: string | undefined
  /** The id of its campaign on the platform */
  platformCampaignId?: string | undefined
  /** The name of its campaign */
  campaignName?: string | undefined
  /** People reached in the seven days that end on this day */
  reach7d?: number | string | undefined
  /** What is left of the revenue after the cost of the goods; negative where they cost more than they bring */
  margin?: number | string | undefined
  /** How often the video began to play */
  videoPlays?: number | string | undefined
  /** Plays of at least three seconds */
  threeSecondPlays?: number | string | undefined
  /** Plays to the end, or of at least 15 seconds */
  thruPlays?: number | string | undefined
  /** Plays that came to a quarter of the video */
  playsTo25?: number | string | undefined
  /** Plays that came to half of the video */
  playsTo50?: number | string | undefined
  /** Plays that came to three quarters of the video */
  playsTo75?: number | string | undefined
  /** Plays that came to the end of the video */
  playsTo100?: number | string | undefined
  /** Clicks that led away from the platform */
  outboundClicks?: number | string | undefined
  /** Landing pages that loaded after a click */
  landingPageViews?: number | string | undefined
  /** How often something was put into the cart */
  addsToCart?: number | string | undefined
  /** How often a checkout was begun */
  checkouts?: number | string | undefined
  /** Those of the conversions that came from new customers */
  newCustomers?: number | string | undefined
  /** The same day divided by placement, country, age or device; never added to the totals */
  breakdowns?: Array<{
    /** What the total is divided by */
    by: 'placement' | 'country' | 'age' | 'device'
    /** Which part: a country, an age range, a placement, a device */
    value: string
    /** Money spent on this part */
    spend: number | string
    /** How often it was shown in this part */
    impressions: number | string
    /** Clicks in this part; at most its impressions */
    clicks: number | string
    /** Conversions in this part */
    conversions: number | string
    /** Money that these conversions brought */
    revenue: number | string
  }> | undefined
  /** A lift test that ended on this day: what people did who could not see the ad */
  liftTest?: {
    /** The first day of the test; the day of the row is its last */
    since: string
    /** People who could see the ad */
    testPeople: number
    /** People from whom it was withheld */
    controlPeople: number
    /** All conversions of the first group, not only attributed ones */
    testConversions: number
    /** All conversions of the second group */
    controlConversions: number
  } | undefined
}

export type ResetBody = {
  /** The address whose password is lost */
  email: string
  /** Of the mail; English by default */
  language?: 'en' | 'zh' | undefined
}

export type ResultDay = {
  /** The day in the time zone of the ad account */
  day: string
  /** Money spent on this day */
  spend: number
  /** How often it was shown */
  impressions: number
  /** Clicks on this day */
  clicks: number
  /** Conversions of this day */
  conversions: number
  /** Money that these conversions brought */
  revenue: number
  /** The name of the key that reported it */
  source: string
  /** When it was read from the platform */
  fetchedAt: string
}

export type ReviewBody = {
  /** What to do; `undo` takes back accept and reject */
  action: 'accept' | 'reject' | 'undo' | 'pin' | 'unpin'
}

/** RFC 7009; ends the whole consent */
export type RevocationBody = {
  /** An access token or a refresh token */
  token: string
  /** Accepted and ignored */
  token_type_hint?: string | undefined
}

/** The old secret stays valid for `graceHours` */
export type RotateBody = {
  /** How many hours the old secret stays valid */
  graceHours?: 0 | 1 | 24 | 168 | undefined
}

export type RunningAd = {
  /** The CEP of the ad; null: not known */
  cepId: string | null
  /** The character of the combination; null: without one */
  characterId: string | null
  /** Its media type; null: not known */
  mediaType: 'IMAGE' | 'VIDEO' | null
  /** Its orientation; null: not known */
  orientation: 'portrait' | 'landscape' | 'square' | null
  /** The ad on its platform; null: not known */
  platformAdId: string | null
  /** The media of the ad; null: not known */
  generatedMediaId: string | null
  /** How it opens; null: not known */
  hook: string | null
  /** Its first day with a row */
  firstDay: string
  /** Its last day with a row */
  lastDay: string
  /** Whether it wears out or brings less than before */
  fading: boolean
  fall: Fall
  /** What is expected to be spent below the usual in the next seven days */
  spendAtRisk: number
  /** Of the spend of the next seven days, what is expected to be lost compared with the usual */
  expectedLoss: number
  /** The currency of both amounts */
  currency: string
}

export type RunningCell = {
  /** The CEP of the combination */
  cepId: string
  /** The character of the combination; null: without one */
  characterId: string | null
  /** Whether it is for an image or a video */
  mediaType: 'IMAGE' | 'VIDEO'
  /** The orientation of the combination */
  orientation: 'portrait' | 'landscape' | 'square'
  /** How many ads of it run */
  ads: number
  fall: Fall
  /** What is at risk, for each currency */
  spendAtRisk: Array<{
    /** Three letters of ISO 4217 */
    currency: string
    /** What is expected to be spent below the usual in the next seven days */
    amount: number
  }>
}

export type Session = {
  /** Who is logged in */
  user: {
    /** The id of the user */
    id: string
    /** The address of the user */
    email: string
    /** Whether the user may administer the service */
    role: 'user' | 'admin'
  }
  /** When the session ends by itself */
  expiresAt: string
  /** Whether the service demands a second factor of this user and none is on: nothing else works */
  needsFactor: boolean
}

export type SessionBody = {
  /** The address of the user */
  email: string
  /** The password of the user */
  password: string
}

export type SetupBody = {
  /** From the one-time link in the log */
  token: string
  /** The address of the first admin */
  email: string
  /** The password to log in with */
  password: string
}

export type SignUpBody = {
  /** The address of the new user */
  email: string
  /** Needed where no mail is sent. Where it is, the password is chosen with the link */
  password?: string | undefined
  /** Of the mail; English by default */
  language?: 'en' | 'zh' | undefined
}

export type SpendRow = {
  /** The UTC day */
  day: string
  /** By `by`: the id of the key (null: made by hand) or of the product (null: none), the name of the model, or null for `day`; `archived` for jobs whose rows were archived */
  of: string | null
  /** Credits that jobs cost */
  charged: number
  /** Credits that were given back */
  refunded: number
  /** charged minus refunded; a refund counts on its own day */
  spent: number
  /** Charged jobs */
  jobs: number
}

export type StuckTry = {
  /** The job */
  mediaId: string
  /** Whose job it is */
  userId: string
  /** Live or test */
  mode: 'live' | 'test'
  /** Image or video */
  kind: 'image' | 'video'
  /** The model that was ordered */
  model: string
  /** The provider that it was sent to */
  provider: string
  /** The number of the try, from 1 */
  try: number
  /** The part of the order, from 0 */
  part: number
  /** What is known about it */
  state: 'intent' | 'unknown' | 'accepted'
  /** `unknown`: the answer was lost; `unanswered`: sent a minute ago; `late`: its run does not move; `closing`: less than 2 minutes are left */
  why: 'unknown' | 'unanswered' | 'late' | 'closing'
  /** When it was sent */
  startedAt: string
  /** When the job stalls */
  deadlineAt: string
  /** In millionths of a US dollar */
  expectedCostMicros: number | null
}

export type SubmitAnswer = {
  /** The id to poll */
  id: string
  /** `processing` for a new job; a replay returns the current status */
  status: 'processing' | 'completed' | 'failed' | 'stalled'
  /** The price in credits, already charged */
  creditsCost: number
  /** The balance right after this charge */
  balanceAfter: number
  /** true: poll `pollUrl` */
  waiting: boolean
  /** The path to poll */
  pollUrl: string
  /** Seconds to wait before the first poll; null when final */
  pollAfterSeconds: number | null
  /** What happened and what to do next */
  message: string
  /** Fields of your body that do not exist here */
  ignoredFields: Array<string>
  /** Photos that did not fit into the limit of references */
  droppedReferences: Array<{
    /** The photo that was left out */
    photoReferenceId: string
    /** Whether the product or the character brought it */
    origin: 'product' | 'character'
  }>
  /** As in a quote. The job was accepted and charged. */
  warnings: Array<{
    /** `product_without_photos` or `similar_to_loser` */
    code: string
    /** What may be wrong, and what to do */
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
    /** Percent of the jobs that take longer */
    slow?: number | undefined
    /** Percent that fail at the provider */
    fail?: number | undefined
    /** Percent whose content is rejected */
    moderated?: number | undefined
    /** Percent that the provider refuses at once */
    refuse?: number | undefined
    /** Percent that never end, and stall */
    hang?: number | undefined
    /** Percent that end with fewer files */
    partial?: number | undefined
    /** Percent whose answer from the provider is lost */
    lostReply?: number | undefined
  }
}

export type Thresholds = {
  /** Minimum spend, in the currency of the ads */
  spend: number
  /** Minimum spend as a multiple of the baseline CPA */
  spendInCpa: number
  /** Minimum impressions */
  impressions: number
  /** Minimum conversions */
  conversions: number
  /** Used instead of conversions when the metric is ctr */
  clicks: number
  /** Minimum days with rows */
  days: number
  /** Maximum age of the last row, in days */
  lastRowDays: number
  /** The CPA that a winner must reach, where the CPA decides; missing: none */
  targetCpa?: number | undefined
  /** The ROAS that a winner must reach, where the ROAS decides; missing: none */
  targetRoas?: number | undefined
}

export type ThresholdsBody = {
  /** Minimum spend, in the currency of the ads */
  spend?: number | undefined
  /** Minimum spend as a multiple of the baseline CPA */
  spendInCpa?: number | undefined
  /** Minimum impressions */
  impressions?: number | undefined
  /** Minimum conversions */
  conversions?: number | undefined
  /** Used instead of conversions when the metric is ctr */
  clicks?: number | undefined
  /** Minimum days with rows */
  days?: number | undefined
  /** Maximum age of the last row, in days */
  lastRowDays?: number | undefined
  /** The CPA that a winner must reach; null: none */
  targetCpa?: number | null | undefined
  /** The ROAS that a winner must reach; null: none */
  targetRoas?: number | null | undefined
}

export type TokenAnswer = {
  /** Opens /mcp for an hour */
  access_token: string
  /** Always Bearer */
  token_type: 'Bearer'
  /** Seconds until the access token ends */
  expires_in: number
  /** For the next access token; works once */
  refresh_token: string
  /** What was allowed, separated by spaces */
  scope: string
}

/** With `code`: also `redirect_uri` and `code_verifier` */
export type TokenBody = {
  /** A code, or a refresh token */
  grant_type: 'authorization_code' | 'refresh_token'
  /** The client that asks */
  client_id: string
  /** The code from the redirect */
  code?: string | undefined
  /** The same as when the code was asked for */
  redirect_uri?: string | undefined
  /** What the code challenge was made from (PKCE) */
  code_verifier?: string | undefined
  /** The last refresh token; each works once */
  refresh_token?: string | undefined
  /** The address that the token opens */
  resource?: string | undefined
  /** Ignored: the scopes are those that the owner allowed */
  scope?: string | undefined
}

export type Topic = {
  /** The id of the topic */
  id: string
  /** Its name */
  name: string
  /** What it is about; null: not said */
  description: string | null
  /** How many active CEPs it has */
  cepCount: number
  /** When it was created */
  createdAt: string
}

export type TopicBody = {
  /** Its name */
  name: string
  /** What it is about */
  description?: string | undefined
}

export type Transaction = {
  /** The id of this entry of the ledger */
  id: string
  /** Negative for a charge */
  amount: number
  /** Why the balance changed */
  reason: 'image_generation' | 'video_generation' | 'image_generation_refund' | 'video_generation_refund' | 'credit_purchase' | 'credit_grant' | 'admin_adjustment'
  /** The media, or the grant, that it belongs to */
  refId: string
  /** What `refId` is */
  refType: 'generated_media' | 'credit_grant'
  /** The balance after this entry */
  balanceAfter: number
  /** SHA-256 of these values joined by line feeds: the previous hash (64 zeros for the first), id, amount, reason, refId, refType, balanceAfter, createdAt */
  txHash: string
  /** When it was booked */
  createdAt: string
}

export type UnsentMail = {
  /** The number of the mail */
  id: number
  /** What it is about */
  kind: 'invitation' | 'verification' | 'password_reset' | 'low_balance' | 'weekly_summary' | 'top_up_stopped'
  /** null: not about an account */
  userId: string | null
  /** To whom */
  address: string
  /** `waiting`: to be sent, or sent again; `refused`: the mail server refused it for good; `late`: given up after a day */
  state: 'waiting' | 'refused' | 'late'
  /** How often it was tried */
  attempts: number
  /** What the mail server said last */
  trouble: string | null
  /** When it was queued */
  createdAt: string
  /** When it is tried next; null: not any more */
  nextAt: string | null
}

export type VerificationBody = {
  /** From the link in the mail */
  token: string
  /** The password to log in with */
  password: string
}

export type VideoBody = {
  /** What happens in the video */
  prompt: string
  /** The shape of the video */
  orientation?: 'portrait' | 'landscape' | 'square' | undefined
  /** HD costs twice as much as SD */
  resolution?: 'SD' | 'HD' | undefined
  /** The length in seconds */
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
