import { setTimeout as sleep } from 'node:timers/promises'
import type { System } from '../../harness/processes/index.ts'

/** Between two processes, until the balancer and the engine know the new one. */
const SETTLE_MS = 2_000

/** A rolling release: worker after worker, then api after api, each ended by SIGTERM and waited for. */
export async function replaceCode({ workers, apis }: System, root: string | undefined): Promise<void> {
  for (const one of [...workers, ...apis]) {
    one.setRoot(root)
    await one.stop()
    await one.start()
    await sleep(SETTLE_MS)
  }
}
