import type { Findings } from './count-names.ts'
import type { Damage } from './run-kills.ts'
import type { ClientLog } from './run-load.ts'

/** A request this old was certainly with the api, also on a busy machine. */
const RECEIVED_MS = 1_000
/** Until the client notices. */
const NOTICED_MS = 500

/** An api that gets SIGTERM answers every request that it has received. */
export function checkRestarts(clientLog: ClientLog, { restarts }: Damage, findings: Findings): void {
  const closings = restarts.filter(({ target }) => target === 'api')
  for (const { clientRef, sentAt, cutAt } of clientLog.answers) {
    if (cutAt === undefined) continue
    const closing = closings.find(({ from, to }) => from <= cutAt && cutAt <= to + NOTICED_MS)
    if (!closing || sentAt > closing.from - RECEIVED_MS) continue
    const lateMs = Math.round(cutAt - closing.from)
    findings.add('cutRequests', clientRef, `${clientRef} was cut ${lateMs} ms after the SIGTERM of the api`)
  }
}
