import type { Session } from '@atelier/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call, Refused } from './call.ts'

export const isUnauthorized = (error: unknown): boolean => error instanceof Refused && error.status === 401

/** Who is signed in; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }): Promise<Session | null> => readSession(signal),
  staleTime: 60_000,
  // Who it was is known for as long as anything is held that this user has read.
  gcTime: Number.POSITIVE_INFINITY,
  // The page itself says that nobody answered, and asks again.
  retry: false,
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

/** Only for what is shown: the service itself refuses who is no admin. */
export const useIsAdmin = (): boolean => useSession()?.user.role === 'admin'

/** The password was right, but the browser keeps no cookie: it wants HTTPS. */
export class CookieLost extends Error {}

/** The password was right, and a code is wanted, too. */
export class CodeNeeded extends Error {
  readonly challenge: string

  constructor(challenge: string) {
    super('A code is needed.')
    this.challenge = challenge
  }
}

/** The code is wrong or was used before, or the five minutes for it are over. */
export class WrongCode extends Error {}

export async function signIn(email: string, password: string): Promise<Session> {
  const { challenge } = await call('POST /api/account/session', { body: { email, password } })
  if (challenge !== null) throw new CodeNeeded(challenge)
  return readBegun()
}

/** The second step, for users whose second factor is on. */
export async function sendCode(challenge: string, code: string): Promise<Session> {
  await call('POST /api/account/session/code', { body: { challenge, code } }).catch((error) => {
    throw isUnauthorized(error) ? new WrongCode('The code is wrong.') : error
  })
  return readBegun()
}

/** The session that an answer has just begun, if the browser kept it. */
export async function readBegun(): Promise<Session> {
  const session = await readSession(new AbortController().signal)
  if (!session) throw new CookieLost('The session was not kept.')
  return session
}

/** Ends the session, and forgets what this page has read with it. False: it has not ended. */
export async function signOut(client: QueryClient): Promise<boolean> {
  const isEnded = await call('DELETE /api/account/session').then(
    () => true,
    (error) => isUnauthorized(error),
  )
  if (!isEnded) return false
  client.clear()
  client.setQueryData(sessionQuery.queryKey, null)
  return true
}

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
