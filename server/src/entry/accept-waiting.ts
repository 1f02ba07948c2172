import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long, for a machine with no CPU left, but clients that never stop connecting must not keep us alive. */
const ACCEPT_MS = 15_000
/** The first turn may have begun before the last look at the queue. */
const QUIET_TURNS = 2

/**
 * Accepts the connections that the kernel holds for us: they have sent their requests, and to close the
 * listener would cut them off. Node accepts one in each turn of its loop, so long turns make a queue.
 */
export async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0
  const count = () => void accepted++
  server.on('connection', count)
  const until = performance.now() + ACCEPT_MS
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < until; ) {
    const before = accepted
    await nextTurn()
    quiet = accepted === before ? quiet + 1 : 0
  }
  server.off('connection', count)
}
