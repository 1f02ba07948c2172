/** What the provider wrote down on its own: the other side of every submit. */
export type ProviderLog = {
  submits: { reference: string | null; jobId: string | null; outcome: string; at: number }[]
  jobs: ProviderJob[]
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
  jobId: string
  reference: string
  model: string
  acceptedAt: number
  finishedAt: number | null
  outcome: 'succeeded' | 'failed' | null
}

export async function readProviderLog(simulatorUrl: string): Promise<ProviderLog> {
  const answer = await fetch(`${simulatorUrl}/__double/log`, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`the provider's log answered ${answer.status}`)
  return (await answer.json()) as ProviderLog
}

/** How many files the provider gives for a job that succeeds. */
export const filesGiven = (model: string, n: number): number =>
  model === 'simulator/partial' ? Math.floor(n / 2) : n
