import type { Language, Session, WayIn } from '@atelier/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { CodeNeeded, isUnauthorized, readBegun, signIn } from './session.ts'

/** Who may come in here. It changes with the settings of the service only. */
export const wayInQuery = queryOptions({
  queryKey: ['way-in'],
  queryFn: ({ signal }): Promise<WayIn> => call('GET /api/account/way-in', { signal }),
  staleTime: 60_000,
})

/** The link was used or revoked, is too old, or was never made: the service does not say which. */
export class DeadLink extends Error {}

const throwDeadLink = (error: unknown): never => {
  throw isUnauthorized(error) ? new DeadLink('This link does not work.') : error
}

export type NewAdmin = { token: string; email: string; password: string }

export async function createFirstAdmin(body: NewAdmin): Promise<Session> {
  await call('POST /api/account/setup', { body }).catch(throwDeadLink)
  return readBegun()
}

export async function acceptInvitation(body: { token: string; password: string }): Promise<Session> {
  await call('POST /api/account/invitation', { body }).catch(throwDeadLink)
  return readBegun()
}

export async function verifyAddress(body: { token: string; password: string }): Promise<Session> {
  await call('POST /api/account/verification', { body }).catch(throwDeadLink)
  return readBegun()
}

/** Whether the address has an account is not told. */
export async function requestReset(body: { email: string; language: Language }): Promise<void> {
  await call('POST /api/account/reset', { body })
}

export async function finishReset(body: { token: string; password: string }): Promise<void> {
  await call('POST /api/account/reset/password', { body }).catch(throwDeadLink)
}

/** Where mail is sent: the account is made with the link in the mail. */
export async function signUpByMail(body: { email: string; language: Language }): Promise<void> {
  await call('POST /api/account/sign-up', { body })
}

/** The account was not made: its address had one before. Only signing in shows it. */
export class AddressTaken extends Error {}

export async function signUp(email: string, password: string): Promise<Session> {
  await call('POST /api/account/sign-up', { body: { email, password } })
  return signIn(email, password).catch((error) => {
    throw isUnauthorized(error) || error instanceof CodeNeeded ? new AddressTaken('It is taken.') : error
  })
}
