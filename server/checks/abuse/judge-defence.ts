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
  const usually = defence.isSlowness ? await measureAbuses(plan, []) : undefined
  if (usually) {
    print('with all defences')
    judgeAbuses(usually, fastMs)
  }
  print(`without ${defence.name}`)
  const changed = await measureAbuses(plan, defence.mutations)
  const noticed = judgeAbuses(changed, fastMs)
    .filter(({ failures }) => failures.length > 0)
    .map(({ sentence }) => sentence)
    .filter((sentence) => defence.signs.some((sign) => sentence.startsWith(sign)))
  if (usually) noticed.push(...findSlower(usually, changed, fastMs))
  for (const sentence of noticed) print(`FAIL ${sentence}`)
  const sentence = `without ${defence.name}, the abuse is noticed`
  return { sentence, failures: noticed.length > 0 ? [] : ['no check that it should fail'] }
}

/** The kinds that are beyond the bound, and clearly slower than with all defences. */
function findSlower(usually: Measured, changed: Measured, fastMs: number): string[] {
  return changed.outcomes.flatMap(({ name, during }, index) => {
    const before = usually.outcomes[index]?.during ?? during
    return findSlow(changed.quietly, during, fastMs)
      .map((kind) => ({ kind, now: p99(during.takenMs[kind]), usual: p99(before.takenMs[kind]) }))
      .filter(({ now, usual }) => now >= SLOWER_TIMES * usual)
      .map(({ kind, now, usual }) => {
        const text = `${now.toFixed(0)} ms instead of ${usual.toFixed(0)} ms with all defences`
        return `${name}: p99 of ${kind}: ${text}`
      })
  })
}
