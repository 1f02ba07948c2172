import { type Doubles, doubleNames, startDoubles } from '../../../harness/doubles/index.ts'
import { doubleSettings, operatorFile } from './models.ts'
import type { Faults } from './usual-faults.ts'

export type ChaosDoubles = Doubles & {
  /** Queues the faults again: a double that was killed has forgotten them. */
  renewFaults(processName: string): Promise<void>
}

/** The doubles with their faults, and the settings of a system that uses them. */
export async function openDoubles(seed: number, faults: Faults): Promise<ChaosDoubles> {
  const options = { seed, settings: doubleSettings, areJournaled: true, operatorFile }
  const doubles = await startDoubles(doubleNames, options)
  for (const name of doubleNames) await doubles.byName[name].fault(...faults[name])
  return {
    ...doubles,
    renewFaults: async (processName) => {
      const name = doubleNames.find((one) => doubles.byName[one].name === processName)
      if (name) await doubles.byName[name].fault(...faults[name])
    },
  }
}
