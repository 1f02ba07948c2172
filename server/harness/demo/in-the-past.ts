import { openPast } from './open-past.ts'
import { HISTORY_DAYS } from './plan-jobs.ts'

const DAY_MS = 86_400_000

/** What `work` grants, it grants a day before the work of the demo begins. Nothing else may run meanwhile. */
export async function inThePast<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const past = await openPast(databaseUrl)
  try {
    await past.moveTo(new Date(Date.now() - (HISTORY_DAYS + 1) * DAY_MS))
    return await work()
  } finally {
    await past.close()
  }
}
