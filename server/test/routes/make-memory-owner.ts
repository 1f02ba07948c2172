import { expect } from 'vitest'
import { createKey } from '../../src/access/identity/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import { openSession, type Visitor } from '../open-session.ts'
import type { TestClient } from '../use-system.ts'

/**
 * A user with a dashboard session and two API keys. Reports with different keys count as independent sources:
 * the second agent can confirm or contradict what the first one reported.
 */
export type MemoryOwner = Visitor & { apiKey: string; secondAgent: { apiKey: string } }

export async function makeMemoryOwner(db: Db): Promise<MemoryOwner> {
  const visitor = await openSession(db)
  const [first, second] = await Promise.all([
    createKey(db, visitor.id, { name: 'night agent' }),
    createKey(db, visitor.id, { name: 'day agent' }),
  ])
  return { ...visitor, apiKey: first.secret, secondAgent: { apiKey: second.secret } }
}

/** Exports the memory of a key's owner and checks the headers of the answer. */
export async function exportLines({ call }: TestClient, { apiKey }: { apiKey: string }): Promise<string> {
  const { status, headers, body } = await call('GET', '/api/agent/knowledge/export', { key: apiKey })
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
  return body
}

/** Imports lines, NDJSON by default, with a dashboard session: API keys may not import. */
export const importLines = (
  { call }: TestClient,
  { headers }: Pick<Visitor, 'headers'>,
  text: string,
  type = 'application/x-ndjson',
) =>
  call('POST', '/api/agent/knowledge/import', { headers: { ...headers, 'content-type': type }, body: text })
