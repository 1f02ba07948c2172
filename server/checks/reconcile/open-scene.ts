import { ensureTestAccount, grant } from '../../src/access/credits/index.ts'
import { createUser, ownerOf } from '../../src/access/identity/index.ts'
import { openAccounts } from '../../src/adapters/accounts/index.ts'
import { readProviderAccounts } from '../../src/platform/config/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import { makeHonestJobs, type Scene } from './make-honest-jobs.ts'
import { type Doubles, type ProviderName, settingsFor } from './open-doubles.ts'
import { type JobRow, newPastId, writeJob } from './write-job.ts'

const CREDITS = 10_000_000
const PROVIDERS: readonly ProviderName[] = ['fal', 'kie', 'openai', 'runway']

export type HonestScene = Scene & { jobs: JobRow[] }

/** A user with jobs at all four doubles, and one of a test key at the simulator. */
export async function openScene(db: Db, doubles: Doubles, jobsEach: number): Promise<HonestScene> {
  const accounts = openAccounts(readProviderAccounts(settingsFor(doubles)))
  const email = `spend-${Date.now()}@atelier.test`
  const userId = (await createUser(db, { email, passwordHash: 'none' })) as string
  await grant(db, { userId, amount: CREDITS, kind: 'grant', note: 'check' })
  const scene: Scene = { db, owner: ownerOf(userId, 'live'), doubles, accounts }
  const jobs = await Promise.all(PROVIDERS.map((name) => makeHonestJobs(scene, name, jobsEach)))
  await ensureTestAccount(db, userId)
  const createdAt = doubles.fal.now()
  const handle = { jobId: `simulated-${Date.now()}` }
  await writeJob(db, ownerOf(userId, 'test'), {
    id: newPastId('media', createdAt),
    kind: 'image',
    status: 'completed',
    provider: 'simulator',
    model: 'simulator/ok',
    n: 1,
    files: 1,
    createdAt,
    tries: [{ try: 1, state: 'accepted', startedAt: createdAt, answeredAt: createdAt, handle }],
  })
  return { ...scene, jobs: jobs.flat() }
}
