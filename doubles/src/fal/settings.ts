import type { Settings } from '../core/index.ts'

export const falSettings = {
  /** A new account runs two requests at once; the others wait, and none is refused for it. */
  concurrency: 2,
  /** Why the account is locked: `Exhausted balance`, `Admin lock`, `TOP_UP`. So does an empty balance. */
  locked: null as string | null,
  /** `response_url` ends in `/response`, as in one page of the documentation. */
  responseSuffix: false,
  /** The answer to a submit has the field `status`. */
  submitStatus: true,
  /** The answer to a submit has the field `gateway_request_id`. */
  submitGateway: true,
  /** `null`: all but address and type are null, as recorded; `full`; `url`: nothing but the address. */
  fileFields: 'null',
  /** `status` or `success`, as in the OpenAPI of single models. */
  cancelShape: 'status',
  /** A running request stops when it is cancelled; otherwise it goes on, succeeds and is billed. */
  cancelStops: false,
  /** Older and newer name: `x-fal-retryable` or `x-fal-needs-retry`. */
  retryHeader: 'x-fal-retryable',
  /** References are fetched, and a missing one fails the request. */
  fetchReferences: true,
  /** The request list shows an ended request only this much later. */
  listDelayMs: 0,
  /** The request list shows queued and running requests too. */
  listRunning: false,
  /** The largest page of the request list and of the billing events. */
  pageMax: 100,
  /** `source=tagged-billed` is answered. */
  taggedReporting: false,
} satisfies Settings

export type FalSettings = typeof falSettings
