/** What we ask a provider to make. `reference` is our own id, so that a lost answer can be found again. */
export type ProviderRequest = {
  reference: string
  model: string
  prompt: string
  n: number
  /** Pictures to be seen in the result, at addresses of ours. */
  references: { url: string; label: string }[]
  maskUrl?: string
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

export type Model = { id: string; description: string; kinds: readonly ('image' | 'video')[] }

/**
 * `refused`: certainly not accepted, for a passing reason (`unavailable`) or because of the content
 * (`rejected`). `unknown`: bytes were sent and no answer came; it may have been accepted, so it must not be
 * sent again blindly.
 */
export type SubmitResponse =
  | { kind: 'accepted'; jobId: string }
  | { kind: 'refused'; why: 'unavailable' | 'rejected'; message: string }
  | { kind: 'unknown' }

export type JobState =
  | { kind: 'pending'; progress: number | null }
  | { kind: 'done'; fileUrls: string[] }
  | { kind: 'failed'; errorCode: 'content_rejected' | 'provider_error'; message: string }
  | { kind: 'unreachable' }

/** `absent` is certain: the provider answered and knows no such job. */
export type FindResponse = { kind: 'found'; jobId: string } | { kind: 'absent' } | { kind: 'unreachable' }

export type Provider = {
  name: string
  models: readonly Model[]
  /** One POST, never repeated inside. */
  submit(request: ProviderRequest, timeoutMs: number): Promise<SubmitResponse>
  check(jobId: string): Promise<JobState>
  /**
   * Only where a provider can be asked by our reference; without it an unknown submit waits for its window to
   * close.
   */
  find?(reference: string): Promise<FindResponse>
  /** Where its files live: an address outside it is never downloaded. */
  fileOrigin: string
}

export type Providers = {
  /** The first one of a kind is its default. */
  models: readonly Model[]
  /** The provider that offers a model, if one does. */
  findByModel(model: string): Provider | undefined
  findByName(name: string): Provider | undefined
}
