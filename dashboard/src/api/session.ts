import type { Session } from '@atelier/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, Refused } from './call.ts'

export const isUnauthorized = (error: unknown): boolean => error instanceof Refused && error.status === 401

/** Who is signed in; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }): Promise<Session | null> => readSession(signal),
  staleTime: 60_000,
})

async function readSession(signal: AbortSignal): Promise<Session | null> {
  try {
    return (await call('GET /api/account/session', { signal })).session
  } catch (error) {
    if (isUnauthorized(error)) return null
    throw error
  }
}

export const useSession = (): Session | null => useQuery(sessionQuery).data ?? null

/** The password was right, but the browser keeps no cookie: it wants HTTPS. */
export class CookieLost extends Error {}

export async function signIn(email: string, password: string): Promise<Session> {
  await call('POST /api/account/session', { body: { email, password } })
  const session = await readSession(new AbortController().signal)
  if (!session) throw new CookieLost('The session was not kept.')
  return session
}

export const signOut = (): Promise<unknown> => call('DELETE /api/account/session')

/**
 * Secrets need a password of the last 15 minutes. The service answers 401 in that case, too, so the session
 * itself tells which of the two it was.
 */
export class PasswordNeeded extends Error {}

export async function withFreshPassword<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUnauthorized(error) && (await readSession(new AbortController().signal)))
      throw new PasswordNeeded('Enter your password again.')
    throw error
  }
}
