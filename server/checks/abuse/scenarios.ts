import type { Scenario } from './scenario.ts'
import { lockedRows } from './scenario-of-locks.ts'
import { scenariosOfRequests } from './scenarios-of-requests.ts'
import { scenariosOfSockets } from './scenarios-of-sockets.ts'

export const scenarios: Scenario[] = [...scenariosOfSockets, ...scenariosOfRequests, lockedRows]

export function findScenario(name: string): Scenario {
  const found = scenarios.find((one) => one.name === name)
  const known = scenarios.map((one) => one.name).join(', ')
  if (!found) throw new Error(`there is no abuse '${name}'; there are ${known}`)
  return found
}
