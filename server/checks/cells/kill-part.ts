import { setTimeout as sleep } from 'node:timers/promises'
import type { Cell } from '../../harness/cells/index.ts'
import type { ManagedProcess } from '../../harness/processes/index.ts'

export const parts = ['api', 'worker', 'engine', 'postgres'] as const

/** Jobs in every state meet the kill. */
const BEFORE_MS = 1_000
/** How long the part stays away. */
const AWAY_MS = 2_000

/** Kills a part of a cell, which then has no other one of its kind, and starts it again. */
export async function killPart({ system }: Cell, part: (typeof parts)[number]): Promise<void> {
  await sleep(BEFORE_MS)
  const killed = system.processes[part] as ManagedProcess
  await killed.kill9()
  await sleep(AWAY_MS)
  await killed.start()
}
