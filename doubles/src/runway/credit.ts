import { type Charge, type Double, findFault, isEnded, type Task, type TaskState } from '../core/index.ts'

/** A credit is one cent. */
const MICRO_USD_PER_CREDIT = 10_000
/** What an organization without a limit shows as its balance. */
const UNLIMITED_CREDITS = 1_000_000_000

/** The provider takes the estimate at the submit and gives back the rest at the end. */
export function estimateOf({ extra }: Task): number {
  return Number(extra.estimatedCredits)
}

/** The final cost: 0 is a full refund. Moderated output is billed like success. */
export function costOf(task: Task, { status }: TaskState): number {
  const credits = Number(task.extra.credits)
  if (status === 'succeeded') return credits
  const fault = status === 'failed' ? findFault(task, 'fail') : undefined
  if (typeof fault?.with.credits === 'number') return fault.with.credits
  return String(fault?.with.code ?? '').startsWith('SAFETY.OUTPUT') ? credits : 0
}

export function chargeOf(task: Task, state: TaskState): Charge | undefined {
  const units = isEnded(state) ? costOf(task, state) : 0
  return units > 0 ? { units, unit: 'credits', microUsd: units * MICRO_USD_PER_CREDIT } : undefined
}

/** What can still be spent: estimates of unfinished tasks are already taken. */
export function readBalance(double: Double): number {
  const left = double.leftMicroUsd()
  if (!Number.isFinite(left)) return UNLIMITED_CREDITS
  const taken = double.allTasks().reduce((sum, { task, state }) => {
    return isEnded(state) ? sum : sum + estimateOf(task)
  }, 0)
  return Math.floor(left / MICRO_USD_PER_CREDIT) - taken
}
