import type { QueryClient } from '@tanstack/react-query'
import type { Mode } from '../../api/addresses.ts'
import { billingQuery } from '../../api/billing.ts'
import { call, callAs, readAnswer } from '../../api/call.ts'
import { loadCharacters, loadProducts, loadTopics } from '../../api/catalog.ts'
import { loadLedger } from '../../api/credits.ts'
import { exportAddress } from '../../api/knowledge.ts'
import { patiently, readAll } from '../../api/read-all.ts'

const PAGE = 100

async function readProducts(mode: Mode) {
  const details = []
  for (const { id } of await loadProducts(mode))
    details.push(
      (await patiently(() => callAs(mode, 'GET /api/gen/products/{id}', { params: { id } }))).product,
    )
  // The results are listed on their own.
  return details.map(({ media: _, ...product }) => product)
}

async function readCharacters(mode: Mode) {
  const details = []
  for (const { id } of await loadCharacters(mode))
    details.push(
      (await patiently(() => callAs(mode, 'GET /api/gen/characters/{id}', { params: { id } }))).character,
    )
  return details
}

async function readTopics(mode: Mode) {
  const details = []
  for (const topic of await loadTopics(mode)) {
    const query = { topicId: topic.id }
    const { ceps } = await patiently(() => callAs(mode, 'GET /api/agent/ceps', { query }))
    details.push({ ...topic, ceps })
  }
  return details
}

const readMedia = (mode: Mode) =>
  readAll(async (cursor) => {
    const query = { limit: PAGE, cursor }
    const page = await call('GET /api/owner/{mode}/media', { params: { mode }, query })
    return { items: page.media, nextCursor: page.nextCursor }
  })

const readUploads = (mode: Mode) =>
  readAll(async (cursor) => {
    const page = await callAs(mode, 'GET /api/gen/assets', { query: { limit: PAGE, cursor } })
    return { items: page.assets, nextCursor: page.nextCursor }
  })

const readEvents = () =>
  readAll(async (cursor) => {
    const page = await call('GET /api/account/audit', { query: { limit: PAGE, cursor } })
    return { items: page.events, nextCursor: page.nextCursor }
  })

/** Where credits are sold: what was paid, and what the owner chose. */
async function readBilling(client: QueryClient) {
  const billing = await client.fetchQuery(billingQuery)
  if (!billing) return null
  const payments = await readAll(async (cursor) => {
    const page = await call('GET /api/account/payments', { query: { limit: PAGE, cursor } })
    return { items: page.payments, nextCursor: page.nextCursor }
  })
  return { ...billing, payments }
}

/** The lines of the export, each as a value. */
async function readKnowledge(mode: Mode): Promise<unknown[]> {
  const response = await fetch(exportAddress(mode), { credentials: 'same-origin' })
  if (!response.ok) await readAnswer(response)
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line))
}

/** Everything that this account holds in one mode, with the permanent addresses of its files. */
export async function collectData(mode: Mode, client: QueryClient) {
  return {
    writtenAt: new Date().toISOString(),
    mode,
    session: (await call('GET /api/account/session')).session,
    keys: (await call('GET /api/account/keys')).keys.filter((key) => key.mode === mode),
    sessions: (await call('GET /api/account/sessions')).sessions,
    quotas: (await callAs(mode, 'GET /api/gen/quotas')).quotas,
    products: await readProducts(mode),
    characters: await readCharacters(mode),
    topics: await readTopics(mode),
    uploads: await readUploads(mode),
    media: await readMedia(mode),
    ledger: await loadLedger(mode),
    billing: mode === 'live' ? await readBilling(client) : null,
    notices: (await call('GET /api/account/notices')).notices,
    knowledge: await patiently(() => readKnowledge(mode)),
    audit: await readEvents(),
    erasures: (await call('GET /api/account/erasures')).erasures,
  }
}
