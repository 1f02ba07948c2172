import { type CallApi, logIn, type SeededUser } from '../driver/index.ts'
import { makeMedia } from './make-media.ts'
import { makeShop } from './make-shop.ts'
import { patientCaller } from './patient-caller.ts'
import { reportResults } from './report-results.ts'

const SEED = 20_261_114

type Demo = { baseUrl: string; user: SeededUser; signal: AbortSignal; onStep: (name: string) => void }

/**
 * Fills the account of a user as some weeks of work would: 60 media of two agents and the owner, 30 days of
 * results, claims and notes. Everything goes through the interface, so the ledger and the knowledge are real;
 * media and credits are of today, because nobody can order in the past. It may be repeated.
 */
export async function fillDemo({ baseUrl, user, signal, onStep }: Demo): Promise<void> {
  const owner = patientCaller(baseUrl, await logIn(baseUrl, user), signal)
  const asAgent = async (name: string, limits: object) =>
    patientCaller(baseUrl, { 'x-api-key': await ensureKey(owner, name, limits) }, signal)
  onStep('keys')
  const callers = {
    night: await asAgent('night agent', { dailyCreditLimit: 20_000 }),
    day: await asAgent('day agent', { dailyCreditLimit: 6_000, perJobCreditLimit: 2_000 }),
    owner,
  }
  onStep('products, characters and entry points')
  const shop = await makeShop(callers.night)
  onStep('60 media')
  const completed = await makeMedia(callers, shop, SEED)
  onStep('30 days of results')
  await reportResults(callers, completed, SEED)
}

/** A secret is shown once, so the key of an earlier start gets a new one. */
async function ensureKey(owner: CallApi, name: string, limits: object): Promise<string> {
  const { keys } = await owner('GET', '/api/account/keys')
  const known = keys.find(
    (one: { name: string; revokedAt: string | null }) => one.name === name && !one.revokedAt,
  )
  const made = known
    ? await owner('POST', `/api/account/keys/${known.id}/rotate`, { body: { graceHours: 0 } })
    : await owner('POST', '/api/account/keys', { body: { name, ...limits } })
  return made.secret
}
