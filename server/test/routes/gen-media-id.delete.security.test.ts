import { endpoints } from '@atelier/contract'
import { charge } from '../../src/access/credits/index.ts'
import { ownerOf } from '../../src/access/identity/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import type { SharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeWaitingJob } from './make-order.ts'
import { inPath, testSecurity } from './test-security.ts'

/** Inserts a queued, charged job without a run: in the shared system no submit is ever queued. */
async function makeQueued(system: SharedSystem, owner: TestUser): Promise<string> {
  const [waiting, id] = [await makeWaitingJob(system, owner), newId('media')]
  await system.db.transaction(async (tx) => {
    await tx.row(
      `insert into media select (jsonb_populate_record(m, jsonb_build_object('id', $2::text,
         'status', 'queued', 'wake_token', null, 'run_due_at', null, 'checked_at', null))).*
       from media m where m.id = $1`,
      [waiting, id],
    )
    await charge(tx, ownerOf(owner.id, 'live'), { id, kind: 'image', costCredits: 400 })
  })
  return id
}

testSecurity(endpoints.cancelMedia, {
  valid: async (system, owner) => ({ params: { id: await makeQueued(system, owner) } }),
  ids: { id: inPath('media') },
})
