/** What the providers recorded: the other side of every submit. */
export type ProviderLog = {
  /** `reference`: the id of the media. */
  submits: { provider: string; reference: string; part: number; at: number }[]
  jobs: ProviderJob[]
  /** The addresses of the reference pictures of a job, by its id. */
  referenceUrls: Map<string, string[]>
  counts: {
    posts: number
    accepted: number
    refused: number
    lostReplies: number
    cutDownloads: number
    downloads: number
    callbacksSent: number
  }
}

export type ProviderJob = {
  provider: string
  jobId: string
  /** The id of the media. */
  reference: string
  /** An order of several files may be several jobs of its provider. */
  part: number
  model: string
  kind: 'image' | 'video'
  /** How many reference pictures it got. */
  references: number
  acceptedAt: number
  finishedAt: number | null
  outcome: 'succeeded' | 'failed' | null
  /** How many files it gives when it succeeds. Of the simulator, its model says that. */
  files?: number
  /** When the first of its callbacks was taken. */
  announcedAt?: number | null
  costMicros?: number
}

export const SIMULATOR = 'simulator'

/** How many files the provider gives for a job that succeeds. */
export const filesGiven = ({ model, files }: ProviderJob, n: number): number =>
  files ?? (model === 'simulator/partial' ? Math.floor(n / 2) : n)
