import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { fillDemo } from '../../harness/demo/index.ts'
import { grant } from '../../src/access/credits/index.ts'
import { createKey } from '../../src/access/identity/index.ts'
import { openSession, PASSWORD } from '../open-session.ts'
import { useSystem } from '../use-system.ts'

const system = useSystem({ RATE_LIMIT_FACTOR: '100', IMAGE_STALL_SECONDS: '120', VIDEO_STALL_SECONDS: '120' })

test('a demo fills an account with media, results and notes, and a second start adds nothing', async () => {
  const { app, baseUrl, call } = system()
  const { db } = app
  const { id, email, headers } = await openSession(db)
  await grant(db, { userId: id, amount: 1_000_000, kind: 'grant', note: randomBytes(4).toString('hex') })
  const { secret } = await createKey(db, id, { name: 'development' })
  const steps: string[] = []
  const demo = {
    baseUrl,
    user: { email, password: PASSWORD, apiKey: secret },
    signal: new AbortController().signal,
    onStep: (name: string) => void steps.push(name),
  }
  const count = async (path: string) => (await call('GET', path, { headers })).body
  const read = async () => ({
    days: (await count('/api/owner/live/media/days')).days.map((one: Record<string, number>) => [
      one.jobs,
      one.images,
      one.videos,
      one.failed,
    ]),
    products: (await count('/api/owner/live/gen/products')).products.length,
    notes: (await count('/api/owner/live/notes')).counts,
    spent: (await count('/api/owner/live/spend?by=day')).total.spent,
    rows: await db.row(
      `select count(*)::int as n from observations o join memories m on m.id = o.memory_id
       where m.user_id = $1`,
      [id],
    ),
  })
  await fillDemo(demo)
  const first = await read()
  const sum = (at: number) => first.days.reduce((total: number, one: number[]) => total + (one[at] ?? 0), 0)
  expect([sum(0), sum(1), sum(2), sum(3)]).toEqual([20, 56, 2, 2])
  expect(first).toMatchObject({
    products: 3,
    rows: { n: 360 },
    notes: { pending: 2, accepted: 4, rejected: 1 },
  })
  expect(first.spent).toBeGreaterThan(56 * 400)
  await fillDemo(demo)
  expect(await read()).toEqual(first)
  expect((await count('/api/owner/live/gen/credits/verify')).valid).toBe(true)
  expect(steps.length).toBe(8)
}, 240_000)
