import type { OpenSystem } from '../../harness/driver/index.ts'
import type { startStopwatch } from '../../harness/report/index.ts'
import type { Findings } from './count-names.ts'
import type { Client } from './create-clients.ts'
import type { ChaosDoubles } from './on-doubles/open-doubles.ts'
import type { Plan } from './plan-run.ts'
import type { Clock } from './run-clock.ts'
import type { Damage } from './run-kills.ts'
import type { ClientLog } from './run-load.ts'
import type { Watch } from './watch-database.ts'

/** Everything that one chaos run uses and records. */
export type Run = {
  plan: Plan
  opened: OpenSystem
  doubles: ChaosDoubles | undefined
  clients: Client[]
  clock: Clock
  clientLog: ClientLog
  damage: Damage
  findings: Findings
  watch: Watch
  stopwatch: ReturnType<typeof startStopwatch>
}
