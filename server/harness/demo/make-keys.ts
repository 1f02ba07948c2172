import type { CallApi } from '../driver/index.ts'

type Key = { id: string; name: string; mode: string; revokedAt: string | null; prefix: string }
type Limits = { dailyCreditLimit?: number; perJobCreditLimit?: number; mode?: 'test' }

/** What the agents may spend in a day. The one of the videos has 300 credits left when the demo is filled. */
const CEILINGS: Record<string, Limits> = {
  'night agent': { dailyCreditLimit: 6_000, perJobCreditLimit: 2_000 },
  'video agent': { dailyCreditLimit: 4_000 },
}
const SHOP = 'shop assistant'
const TRIAL = 'trial agent'

/** The secrets of the agents, without ceilings: a month is ordered today. The seeded key is one of them. */
export async function makeKeys(owner: CallApi, seeded: string) {
  const known = await listKeys(owner)
  const own = known.find(({ prefix }) => seeded.startsWith(prefix))
  if (own && own.name !== SHOP) await owner('PATCH', `/api/account/keys/${own.id}`, { body: { name: SHOP } })
  return {
    night: await ensureKey(owner, known, 'night agent'),
    video: await ensureKey(owner, known, 'video agent'),
    shop: seeded,
    trial: await ensureKey(owner, known, TRIAL, { mode: 'test' }),
  }
}

/** `are`: the ceilings hold, or they are lifted while a month is ordered. */
export async function setCeilings(owner: CallApi, are: 'held' | 'lifted'): Promise<void> {
  const none = { dailyCreditLimit: null, perJobCreditLimit: null }
  for (const { id, name } of await listKeys(owner)) {
    const limits = CEILINGS[name]
    if (limits) await owner('PATCH', `/api/account/keys/${id}`, { body: are === 'held' ? limits : none })
  }
}

const listKeys = async (owner: CallApi): Promise<Key[]> =>
  (await owner('GET', '/api/account/keys')).keys.filter(({ revokedAt }: Key) => !revokedAt)

/** A secret is shown once, so the key of an earlier start gets a new one. */
async function ensureKey(owner: CallApi, known: Key[], name: string, limits: Limits = {}): Promise<string> {
  const found = known.find((one) => one.name === name)
  const made = found
    ? await owner('POST', `/api/account/keys/${found.id}/rotate`, { body: { graceHours: 0 } })
    : await owner('POST', '/api/account/keys', { body: { name, ...limits } })
  return made.secret
}
