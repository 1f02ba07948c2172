import { type Ask, callAs } from '../../harness/driver/call-api.ts'
import { type Belongings, createContent, type Words } from '../../harness/driver/create-content.ts'
import { logIn } from '../../harness/driver/log-in.ts'
import type { Seeded } from '../../harness/driver/open-system.ts'

export type Mode = 'live' | 'test'

export type Person = {
  email: string
  userId: string
  keys: Record<'live' | 'read' | 'cep' | 'test' | 'revoked', string>
  /** The headers of the dashboard's page. */
  page: Record<string, string>
  live: Belongings
  test: Belongings
}

/** How somebody's texts read, and the clientRef of a job of theirs. */
export type Voice = Record<Mode, Words> & { ref: string }

/** Somebody with keys of every sort and with belongings in both modes. */
export async function createUser(baseUrl: string, seeded: Seeded, voice: Voice): Promise<Person> {
  const words = voice.live
  const page = await logIn(baseUrl, seeded)
  const account = callAs(baseUrl, page)
  const made = {
    read: await makeKey(account, words, { scopes: ['read'] }),
    cep: await makeKey(account, words, { scopes: ['cep'] }),
    // Its name stands beside what it reports.
    test: await makeKey(account, voice.test, { mode: 'test' }),
    revoked: await makeKey(account, words, {}),
  }
  await account('DELETE', `/api/account/keys/${made.revoked.id}`)
  const { session } = await account('GET', '/api/account/session')
  const { keys } = await account('GET', '/api/account/keys')
  const [live, test] = await Promise.all([
    createContent(callAs(baseUrl, { 'x-api-key': seeded.apiKey }), voice.live, voice.ref),
    createContent(callAs(baseUrl, { 'x-api-key': made.test.secret }), voice.test, voice.ref),
  ])
  const isActive = ({ revokedAt }: { revokedAt: string | null }) => revokedAt === null
  live.there.key = keys.filter(isActive).map(({ id }: { id: string }) => id)
  live.gone.key = [made.revoked.id]
  live.there.user = [session.user.id]
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
    page,
    live,
    test,
  }
}

async function makeKey(account: Ask, words: Words, wish: object): Promise<{ id: string; secret: string }> {
  const { key, secret } = await account('POST', '/api/account/keys', {
    body: { name: words('key'), ...wish },
  })
  return { id: key.id, secret }
}
