import { type Check, print } from '../../harness/report/index.ts'
import type { Defence } from './defences.ts'
import { findSlow, judgeAbuses } from './judge-abuses.ts'
import { type Measured, measureAbuses, type Plan } from './measure-abuses.ts'
import { p99 } from './run-honest-clients.ts'

/** How much slower than with all defences, in the same run, honest requests are without one. */
const SLOWER_TIMES = 1.4

/**
 * Runs the abuse without the defence. It is noticed by a failed check that is one of its signs. Slowness is a
 * sign only beside a run with all defences: they may be slow on this machine too.
 */
export async function judgeDefence(plan: Plan, defence: Defence, fastMs: number): Promise<Check> {
  print(`without ${defence.name}`)
  const changed = await measureAbuses(plan, defence.mutations)
  const noticed = judgeAbuses(changed, fastMs)
    .filter(({ failures }) => failures.length > 0)
    .map(({ sentence }) => sentence)
    .filter((sentence) => defence.signs.some((sign) => sentence.startsWith(sign)))
  if (noticed.length === 0 && defence.isSlowness) {
    print('with all defences')
    const usual = await measureAbuses(plan, [])
    judgeAbuses(usual, fastMs)
    noticed.push(...findSlower(usual, changed, fastMs))
  }
  for (const sentence of noticed) print(`FAIL ${sentence}`)
  const sentence = `without ${defence.name}, the abuse is noticed`
  return { sentence, failures: noticed.length > 0 ? [] : ['no check that it should fail'] }
}

/** The kinds that are beyond the bound, and clearly slower than with all defences. */
function findSlower(usual: Measured, changed: Measured, fastMs: number): string[] {
  return changed.outcomes.flatMap(({ name, during }, index) => {
    const before = usual.outcomes[index]?.during ?? during
    return findSlow(changed.quietly, during, fastMs)
      .map((kind) => ({ kind, nowMs: p99(during.takenMs[kind]), usualMs: p99(before.takenMs[kind]) }))
      .filter(({ nowMs, usualMs }) => nowMs >= SLOWER_TIMES * usualMs)
      .map(({ kind, nowMs, usualMs }) => {
        const times = `${nowMs.toFixed(0)} ms instead of ${usualMs.toFixed(0)} ms with all defences`
        return `${name}: p99 of ${kind}: ${times}`
      })
  })
}
