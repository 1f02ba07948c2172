import { afterAll, beforeAll } from 'vitest'
import type { App } from '../src/platform/app/index.ts'
import { createBucket } from './create-bucket.ts'
import { openSystem, type TestSystem } from './use-system.ts'

/** Like `useSystem`, with an empty bucket of its own: its objects can be counted. */
export function useSystemWithBucket(
  env: Record<string, string> = {},
  change: (app: App) => void = () => {},
): () => TestSystem {
  let system: TestSystem
  beforeAll(async () => {
    system = await openSystem({ ...env, S3_BUCKET: await createBucket() }, change)
  })
  afterAll(() => system?.close())
  return () => system
}

/** The keys of all objects that begin with `prefix`. */
export async function listKeys({ app }: TestSystem, prefix = ''): Promise<string[]> {
  const keys: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await app.storage.list(prefix, after === undefined ? {} : { after })
    keys.push(...page.objects.map(({ key }) => key))
    if (page.after === undefined) return keys
    after = page.after
  }
}
