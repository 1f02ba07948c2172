import {
  type CallApi,
  type Content,
  callAs,
  createContent,
  logIn,
  type SeededUser,
  type Words,
} from '../../harness/driver/index.ts'
import type { ConnectClient } from './connect-client.ts'

export type Mode = 'live' | 'test'

export type User = {
  email: string
  userId: string
  keys: Record<'live' | 'read' | 'cep' | 'test' | 'revoked', string>
  /** The access token of a client that the user allowed everything. */
  token: string
  /** The headers of the dashboard's page. */
  page: Record<string, string>
  live: Content
  test: Content
}

/** How a user's texts read, and the clientRef of one of the user's jobs. */
export type Voice = Record<Mode, Words> & { ref: string }

/** A user with keys of every kind, a connected client, and content in both modes. */
export async function createUser(
  baseUrl: string,
  seeded: SeededUser,
  voice: Voice,
  connectClient: ConnectClient,
): Promise<User> {
  const words = voice.live
  const page = await logIn(baseUrl, seeded)
  const account = callAs(baseUrl, page)
  const made = {
    read: await makeKey(account, words, { scopes: ['read'] }),
    cep: await makeKey(account, words, { scopes: ['cep'] }),
    // Its name is shown with what it reports.
    test: await makeKey(account, voice.test, { mode: 'test' }),
    revoked: await makeKey(account, words, {}),
  }
  await account('DELETE', `/api/account/keys/${made.revoked.id}`)
  const token = await connectClient(account)
  const { session } = await account('GET', '/api/account/session')
  const { keys } = await account('GET', '/api/account/keys')
  const [live, test] = await Promise.all([
    createContent(callAs(baseUrl, { 'x-api-key': seeded.apiKey }), voice.live, voice.ref),
    createContent(callAs(baseUrl, { 'x-api-key': made.test.secret }), voice.test, voice.ref),
  ])
  const isActive = ({ revokedAt }: { revokedAt: string | null }) => revokedAt === null
  live.existing.key = keys.filter(isActive).map(({ id }: { id: string }) => id)
  live.deleted.key = [made.revoked.id]
  live.existing.user = [session.user.id]
  return {
    email: seeded.email,
    userId: session.user.id,
    keys: {
      live: seeded.apiKey,
      read: made.read.secret,
      cep: made.cep.secret,
      test: made.test.secret,
      revoked: made.revoked.secret,
    },
    token,
    page,
    live,
    test,
  }
}

async function makeKey(
  account: CallApi,
  words: Words,
  fields: object,
): Promise<{ id: string; secret: string }> {
  const { key, secret } = await account('POST', '/api/account/keys', {
    body: { name: words('key'), ...fields },
  })
  return { id: key.id, secret }
}
