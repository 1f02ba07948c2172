import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { fillDemo, inThePast, leavePast } from '../../harness/demo/index.ts'
import { grant } from '../../src/access/credits/index.ts'
import { createKey } from '../../src/access/identity/index.ts'
import { openSession, PASSWORD } from '../open-session.ts'
import { useSystem } from '../use-system.ts'

const system = useSystem({ RATE_LIMIT_FACTOR: '20', IMAGE_STALL_SECONDS: '900', VIDEO_STALL_SECONDS: '1800' })

const DAY_MS = 86_400_000

/** What the pages of the account show. */
async function readPages(
  read: (path: string) => Promise<Record<string, unknown>>,
): Promise<Record<string, Record<string, unknown>[]>> {
  const lists = {
    days: '/api/owner/live/media/days',
    media: '/api/owner/live/media?limit=100',
    tests: '/api/owner/test/media?limit=100',
    keys: '/api/account/keys',
    products: '/api/owner/live/gen/products',
    characters: '/api/owner/live/gen/characters',
    history: '/api/owner/live/agent/knowledge/history?limit=100',
    drift: '/api/owner/live/agent/knowledge/drift?limit=100',
  }
  const answers = Object.entries(lists).map(async ([name, path]) => {
    const [field = ''] = [{ tests: 'media' }[name] ?? name]
    return [name, (await read(path))[field]]
  })
  return Object.fromEntries(await Promise.all(answers))
}

type Pages = Awaited<ReturnType<typeof readPages>>

const among = (pages: Pages, name: string, field: string) => new Set(pages[name]?.map((one) => one[field]))

/** Media lie in the last 30 days, on many of them and at many hours. */
function expectMonth(pages: Pages): void {
  const media = pages.media ?? []
  expect(media.length).toBe(100)
  const times = media.map(({ createdAt }) => Date.parse(String(createdAt)))
  expect(Math.min(...times)).toBeLessThan(Date.now() - 27 * DAY_MS)
  expect(Math.min(...times)).toBeGreaterThan(Date.now() - 31 * DAY_MS)
  expect(pages.days?.length).toBeGreaterThan(12)
  expect(new Set(times.map((at) => new Date(at).getUTCHours())).size).toBeGreaterThan(9)
}

/** Open jobs, a stalled one with its refund, failures; a key near its ceiling, a key for tests. */
function expectStates(pages: Pages): void {
  const media = pages.media ?? []
  const inState = (status: string) => media.filter((one) => one.status === status)
  expect(inState('processing').length).toBe(3)
  expect(inState('processing').map(({ creditsCost }) => creditsCost)).toContain(800)
  expect(inState('failed').length).toBe(2)
  expect(inState('stalled')).toMatchObject([{ creditsCost: 1_950, creditsRefunded: 1_950 }])
  const keyIds = among(pages, 'media', 'keyId')
  expect(keyIds.size).toBe(4)
  const left = pages.keys?.map((one) => Number(one.dailyCreditLimit) - Number(one.spentToday))
  expect(left?.some((credits) => credits > 0 && credits < 400)).toBe(true)
  expect(among(pages, 'keys', 'mode')).toEqual(new Set(['live', 'test']))
  expect(pages.tests?.length).toBe(2)
}

function expectKnowledge(pages: Pages): void {
  expect(among(pages, 'history', 'tier')).toEqual(
    new Set(['winner', 'promising', 'unproven', 'fatigued', 'loser']),
  )
  expect(among(pages, 'history', 'evidence')).toEqual(new Set(['claimed', 'observed', 'corroborated']))
  expect(among(pages, 'history', 'campaignName').size).toBeGreaterThan(7)
  expect(among(pages, 'drift', 'verdict')).toEqual(
    new Set(['confirmed', 'overstated', 'understated', 'inconclusive', 'unverified', 'not_comparable']),
  )
}

test('a demo fills an account with a month of work, and a second start adds nothing', async () => {
  const { app, baseUrl, call } = system()
  const { db, config } = app
  const databaseUrl = config.databaseDirectUrl
  const { id, email, headers } = await openSession(db)
  const note = randomBytes(4).toString('hex')
  await inThePast(databaseUrl, () => grant(db, { userId: id, amount: 1_000_000, kind: 'grant', note }))
  const { secret } = await createKey(db, id, { name: 'development' })
  const steps: string[] = []
  const demo = {
    baseUrl,
    databaseUrl,
    user: { email, password: PASSWORD, apiKey: secret },
    signal: new AbortController().signal,
    onStep: (name: string) => void steps.push(name),
  }
  const read = async (path: string) => (await call('GET', path, { headers })).body
  const count = async () => ({
    rows: await db.row(
      `select count(*)::int as n from observations o join memories m on m.id = o.memory_id
       where m.user_id = $1`,
      [id],
    ),
    entries: await db.row(`select count(*)::int as n from ledger_entries where user_id = $1`, [id]),
    notes: (await read('/api/owner/live/notes')).counts,
    times: await db.rows(`select id, created_at from media where user_id = $1 order by id`, [id]),
  })
  await fillDemo(demo)
  const processing = () => read('/api/owner/live/media?status=processing').then(({ media }) => media.length)
  await expect.poll(processing, { timeout: 60_000 }).toBe(3)
  const first = await count()
  const pages = await readPages(read)

  expectMonth(pages)
  const { rows: spent } = await read('/api/owner/live/spend?by=day')
  expect(spent.length).toBeGreaterThan(12)
  const apart = await db.rows(
    `select m.status, m.created_at, e.created_at as charged_at
     from media m join ledger_entries e on e.ref_id = m.id and e.kind = 'charge'
     where m.user_id = $1 and abs(extract(epoch from m.created_at - e.created_at)) > 60`,
    [id],
  )
  expect(apart).toEqual([])

  expectStates(pages)

  expect(pages.products?.length).toBe(3)
  const [mug] = pages.products?.filter(({ name }) => name === 'Enamel mug') ?? []
  expect((await read(`/api/owner/live/agent/ceps?productId=${mug?.id}`)).ceps.length).toBe(12)
  const shared = await read(`/api/owner/live/agent/knowledge/patterns?productId=${mug?.id}`)
  expect(shared.patterns.length).toBeGreaterThan(3)
  expect(pages.characters?.map(({ photoCount }) => photoCount)).toEqual([1, 1])

  expectKnowledge(pages)
  expect(first.notes).toMatchObject({ pending: 3, rejected: 1 })

  await fillDemo(demo)
  expect(await count()).toEqual(first)
  expect((await read('/api/owner/live/gen/credits/verify')).valid).toBe(true)
  // The clock of the ledger is the real one again.
  const { rows: after } = await read('/api/owner/live/spend?by=key')
  await inThePast(databaseUrl, async () => {
    // As the next start does, when one was killed in the past.
    await leavePast(databaseUrl)
    await call('POST', '/api/gen/image', { key: secret, body: { prompt: 'a red mug' } })
  })
  const { entries } = await read('/api/owner/live/ledger?limit=1000')
  expect(Date.now() - Date.parse(entries.at(-1).createdAt)).toBeLessThan(60_000)
  expect(after.length).toBeGreaterThan(0)
}, 300_000)
