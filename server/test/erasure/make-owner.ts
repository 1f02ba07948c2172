import { grant } from '../../src/access/credits/index.ts'
import { createKey } from '../../src/access/identity/index.ts'
import type { App } from '../../src/platform/app/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import { openSession, type Visitor } from '../open-session.ts'
import type { TestClient, TestUser } from '../use-system.ts'

/** A user with a key and a session. */
export type TestOwner = TestUser & Visitor

export async function makeOwner(db: Db, mode: 'live' | 'test' = 'live'): Promise<TestOwner> {
  const visitor = await openSession(db)
  const { key, secret } = await createKey(db, visitor.id, { name: 'the agent of the owner', mode })
  await grant(db, { userId: visitor.id, amount: 1_000_000, kind: 'grant', note: 'a note about the owner' })
  return { ...visitor, apiKey: secret, keyId: key.id }
}

export const erase = ({ call }: TestClient, { headers }: Visitor, subjectId: string) =>
  call('POST', '/api/account/erasures', { headers, body: { subjectId } })

/** The keys of all objects in the bucket. */
export async function listKeys({ storage }: App, prefix = ''): Promise<string[]> {
  const keys: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await storage.list(prefix, after === undefined ? {} : { after })
    keys.push(...page.objects.map(({ key }) => key))
    if (page.after === undefined) return keys
    after = page.after
  }
}
