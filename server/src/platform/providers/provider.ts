import type { Readable } from 'node:stream'
import type { Period, Bill as WholeBill } from './bill.ts'
import type { ModelOffer } from './model-offer.ts'
import type { Offer } from './offer.ts'
import type { ProviderError } from './provider-error.ts'

/** A job for a provider. `reference` is our own id, by which the job is found after a lost response. */
export type ProviderRequest = {
  reference: string
  model: string
  prompt: string
  n: number
  /** Pictures to use in the result. */
  references: ReferencePicture[]
  /** A PNG as large as the first reference: where its alpha is 0, the picture is edited. */
  mask?: ReferencePicture
  callbackUrl: string
} & (
  | { kind: 'image'; size: '1:1' | '2:3' | '3:2' }
  | {
      kind: 'video'
      durationSeconds: number
      resolution: 'SD' | 'HD'
      orientation: 'portrait' | 'landscape' | 'square'
    }
)

/** One of our stored copies: at a URL of our service, or as bytes where a provider takes them. */
export type ReferencePicture = {
  url: string
  label: string
  load(): Promise<{ bytes: Buffer; contentType: string }>
}

/** What the price of a job depends on. A request has all of it; of the references, their number counts. */
export type PricedJob = Priced<ProviderRequest>
type Unpriced = 'reference' | 'references' | 'mask' | 'callbackUrl' | 'orientation'
type Priced<Request> = Request extends ProviderRequest
  ? Omit<Request, Unpriced> & { references: readonly unknown[] }
  : never

/**
 * What an adapter needs to ask for a job, as JSON. We store it and look only at `jobId`: what the provider
 * calls the job, unique at this provider.
 */
export type Handle = { jobId: string } & Record<string, unknown>

/**
 * A finished file: where it is, or its bytes. `open` may be called again when a file could not be stored;
 * `discard` when nobody will open it any more, stored or not: it removes what is kept for it.
 */
export type FileSource =
  | { kind: 'url'; url: string }
  | { kind: 'stream'; open(): Promise<Readable>; discard?(): Promise<void>; contentType?: string }

/** What a provider charges us, in millionths of a US dollar. */
type Cost = { expectedCostMicros?: number }
type Bill = { reportedCostMicros?: number }

/**
 * `finished`: the provider made the files while we waited; there is nothing to ask for later. `discard` frees
 * what their streams need. `refused`: certainly not accepted. `unknown`: bytes were sent and no response
 * came, or one that says nothing. It may have been accepted, so it must not be sent again without a check.
 */
export type SubmitResponse =
  | ({ kind: 'accepted'; handle: Handle } & Cost)
  | ({ kind: 'finished'; files: FileSource[]; discard?(): Promise<void> } & Bill & Cost)
  | ({ kind: 'refused'; retryAfterMs?: number } & ProviderError)
  | ({ kind: 'unknown' } & Cost)

/** `retryAfterMs`: the provider does not want to be asked before. */
export type JobState =
  | { kind: 'pending'; progress: number | null; retryAfterMs?: number }
  | ({ kind: 'done'; files: FileSource[] } & Bill)
  | ({ kind: 'failed' } & ProviderError & Bill)
  | { kind: 'unreachable'; retryAfterMs?: number }

/** `absent` is certain: the provider responded and has no such job. */
export type FindResponse =
  | { kind: 'found'; handle: Handle }
  | { kind: 'absent' }
  /** Each of several jobs could be it, also such that we know as others. */
  | { kind: 'ambiguous'; handles: Handle[] }
  | { kind: 'unreachable' }

/** What a callback says. It is never believed: the job is read with our own key. */
export type CallbackHint = { isGenuine: boolean; jobId: string | null }

/** How long things take at a provider. What is learned of a model's usual time comes on top of it. */
export type ProviderTimes = {
  /** One submit may take this long. One that is held while the files are made takes as long as these. */
  submitTimeoutMs: number
  /** The first check of a job whose model is not known yet. */
  firstCheckMs: number
  /** No job is checked more often than this. */
  checkFloorMs: number
  /** A file may appear at its address, whole, this long after its job was seen to be done. */
  fileDelayMs: number
  /** By which share a check may be early, so that jobs accepted together are not checked together. */
  jitterShare: number
}

/** The most files that an order has. */
export const FILES_MAX = 4

/** Of a provider that answers a submit at once. */
export const usualTimes: ProviderTimes = {
  submitTimeoutMs: 8_000,
  firstCheckMs: 10_000,
  checkFloorMs: 500,
  fileDelayMs: 60_000,
  jitterShare: 0.1,
}

/** Where a provider keeps its files. A URL elsewhere is never opened. */
export type FileHosts = {
  /** Public origins; `https://*.files.example` stands for every name below `files.example`. */
  fileHosts: readonly string[]
  /** The origin that the operator configured. Only this one may be in a private network. */
  ownOrigin?: string
}

export type Provider = {
  name: string
  /** It generates nothing real: the provider of test keys, and of live keys during development. */
  isSimulated: boolean
  offers: readonly ModelOffer[]
  times: ProviderTimes
  /** How many jobs it may have at a time, if the operator limits it. */
  runningMax?: number
  /** How many files it makes in one job. An order of more is sent in parts, each a job of its own. */
  filesPerJob: number
  /**
   * What becomes of a submit whose answer was lost. `find`: the provider is asked for our reference. `wait`:
   * nothing can be known until its window ends. `close`: the result was in the answer, so the job fails at
   * once; what it may have cost is noted.
   */
  lostTries: 'find' | 'wait' | 'close'
  /**
   * What a job should cost by the prices that we know. It is noted when the provider does not say it itself,
   * or when its answer was lost. Undefined when the model is not offered any more.
   */
  expectedCostMicros?(job: PricedJob): number | undefined
  /** One POST, never repeated by the adapter. */
  submit(request: ProviderRequest, timeoutMs: number): Promise<SubmitResponse>
  check(handle: Handle): Promise<JobState>
  /**
   * Of a provider that can find a job by our reference, or by what was sent: `readRequest` tells it.
   */
  find?(reference: string, readRequest: () => Promise<ProviderRequest>): Promise<FindResponse>
  /** The handle of a job that only a callback named. */
  adopt?(jobId: string, request: ProviderRequest): Handle
  /** Ends a job that nobody waits for any more. Never called for a job that is done. */
  cancel?(handle: Handle): Promise<void>
  readCallback?(rawBody: Buffer, headers: Record<string, string>): Promise<CallbackHint>
  /** What it billed. An admin key is given by the operator's command: no process of the service has one. */
  readBill?(period: Period, adminKey: string | undefined): WholeBill
} & FileHosts

export type Providers = {
  list: readonly Provider[]
  /**
   * Test keys order from the simulator alone; live keys from real providers and, during development, from
   * the simulator too.
   */
  offers: { live: Offer; test: Offer }
  findByName(name: string): Provider | undefined
}
