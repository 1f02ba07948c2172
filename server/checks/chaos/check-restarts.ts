import type { Findings } from './count-names.ts'
import type { Damage } from './run-kills.ts'
import type { ClientLog } from './run-load.ts'

/** A request this old was certainly with the api, also on a busy machine. */
const RECEIVED_MS = 1_000
/** Until the client notices. */
const NOTICED_MS = 500

/** An api that gets SIGTERM answers every request that it has received. */
export function checkRestarts(clientLog: ClientLog, damage: Damage, findings: Findings): void {
  const closings = damage.restarts.filter(({ target }) => target.startsWith('api'))
  const isKilled = (cutAt: number) => damage.apisKilledAt.some((at) => Math.abs(cutAt - at) < NOTICED_MS)
  for (const { clientRef, sentAt, cutAt } of clientLog.answers) {
    // With several apis, another one may have been killed at that moment.
    if (cutAt === undefined || isKilled(cutAt)) continue
    const closing = closings.find(({ from, to }) => from <= cutAt && cutAt <= to + NOTICED_MS)
    if (!closing || sentAt > closing.from - RECEIVED_MS) continue
    const lateMs = Math.round(cutAt - closing.from)
    findings.add('cutRequests', clientRef, `${clientRef} was cut ${lateMs} ms after the SIGTERM of the api`)
  }
}
