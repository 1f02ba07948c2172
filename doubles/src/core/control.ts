import { type Fault, numberOf } from '../faults/fault.ts'
import type { FaultQueue } from '../faults/fault-queue.ts'
import { type FaultNames, parseFault } from '../faults/parse-fault.ts'
import type { Call } from '../http/call.ts'
import { isRecord } from '../http/is-record.ts'
import { json, type Reply } from '../http/reply.ts'
import type { Clock } from './clock.ts'
import type { BillEntry } from './double.ts'
import { parseSettings, type Settings } from './settings.ts'

/** What tests and checkers may do to a double. */
export interface ControlParts {
  provider: string
  seed: number
  clock: Clock
  faults: FaultQueue
  names: FaultNames
  knownSettings: Settings
  settings(): Settings
  changeSettings(changes: Settings): void
  afterAdvance(): void
  readLog(): object
  readBill(): BillEntry[]
  leftMicroUsd(): number
  /** Closes the listener for that long, once this reply is sent. */
  refuseConnections(forMs: number): void
}

let lastFault = 0

export async function handleControl(parts: ControlParts, call: Call): Promise<Reply> {
  switch (`${call.method} ${call.path.replace('/__double/', '')}`) {
    case 'POST scenario':
      return addFaults(parts, call.body)
    case 'GET scenario':
      return json(200, { faults: parts.faults.waiting })
    case 'DELETE scenario':
      parts.faults.clear()
      return json(200, { faults: [] })
    case 'GET log':
      return json(200, {
        provider: parts.provider,
        seed: parts.seed,
        now: parts.clock.now(),
        ...parts.readLog(),
      })
    case 'GET bill':
      return json(200, billOf(parts))
    case 'GET settings':
      return json(200, { settings: parts.settings() })
    case 'POST settings': {
      const changes = parseSettings(call.body, parts.knownSettings)
      if (typeof changes === 'string') return refuse(changes)
      parts.changeSettings(changes)
      return json(200, { settings: parts.settings() })
    }
    case 'GET time':
      return json(200, { now: parts.clock.now() })
    case 'POST time':
      return advance(parts, call.body)
    default:
      return json(404, { error: `There is no ${call.method} ${call.path}.` })
  }
}

function addFaults(parts: ControlParts, body: unknown): Reply {
  const given = isRecord(body) && Array.isArray(body.faults) ? body.faults : [body]
  const parsed = given.map((one) => parseFault(one, ++lastFault, parts.names))
  const wrong = parsed.find((one) => typeof one === 'string')
  if (wrong !== undefined) return refuse(wrong)
  const faults = parsed as Fault[]
  for (const fault of faults) {
    if (fault.scope === 'listener') parts.refuseConnections(numberOf(fault, 'forMs', 1000))
    else parts.faults.add(fault)
  }
  return json(200, { faults })
}

async function advance(parts: ControlParts, body: unknown): Promise<Reply> {
  const ms = isRecord(body) ? body.advanceMs : undefined
  if (typeof ms !== 'number' || !(ms >= 0)) return refuse('advanceMs must be a number from 0.')
  if (!parts.clock.isVirtual) return refuse('Only virtual time can be advanced: start with --time virtual.')
  await parts.clock.advance(ms)
  parts.afterAdvance()
  return json(200, { now: parts.clock.now() })
}

function billOf(parts: ControlParts) {
  const entries = parts.readBill()
  const left = parts.leftMicroUsd()
  return {
    provider: parts.provider,
    entries,
    total: {
      units: entries.reduce((sum, { units }) => sum + units, 0),
      microUsd: entries.reduce((sum, { microUsd }) => sum + microUsd, 0),
    },
    leftMicroUsd: Number.isFinite(left) ? left : null,
  }
}

const refuse = (error: string): Reply => json(400, { error })
