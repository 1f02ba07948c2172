import type { App } from '#platform/app'
import type { Provider } from '#platform/providers'
import { type MadeFile, type ResultFile, type Stored, storeFiles } from '#production/results'

type Taking = {
  app: App
  job: { id: string; kind: 'image' | 'video'; leftMs: number }
  provider: Provider
  files: MadeFile[]
  /** Asks the provider for the files once more; undefined when it does not answer. */
  readAgain: () => Promise<MadeFile[] | undefined>
}

/** The files that are stored now, in their order, and why the others are not. */
export type TakenFiles = { files: ResultFile[]; mayComeLater: boolean; isExpired: boolean; errors: unknown[] }

/** Stores the files of a finished job. If an address has expired, the provider is asked for another, once. */
export async function takeFiles({ app, job, provider, files, readAgain }: Taking): Promise<TakenFiles> {
  const first = await storeFiles(app, job, files, provider)
  const expired = first.filter(({ kind }) => kind === 'expired').map(({ index }) => index)
  if (expired.length === 0) return summarize(first)
  const fresh = await readAgain()
  if (!fresh) return { ...summarize(first), mayComeLater: true }
  const again = fresh.filter(({ index }) => expired.includes(index))
  const others = first.filter(({ kind }) => kind !== 'expired')
  return summarize([...others, ...(await storeFiles(app, job, again, provider))])
}

function summarize(results: Stored[]): TakenFiles {
  const stored = results.toSorted((a, b) => a.index - b.index)
  return {
    files: stored.flatMap((one) => (one.kind === 'stored' ? [one.file] : [])),
    mayComeLater: stored.some(({ kind }) => kind === 'failed'),
    isExpired: stored.some(({ kind }) => kind === 'expired'),
    errors: stored.flatMap((one) => (one.kind === 'stored' ? [] : [one.error])),
  }
}
