// Proves that a job whose submit was never answered is found by its callback and bought once, at the doubles
// of fal and kie, and that false callbacks change nothing. Measures how soon a job is completed.
// Run: pnpm probe:lost-replies [--jobs 500] [--calls 10000] [--small]. Takes about 6 minutes; --small 1.
import { flag, number } from '../../harness/arguments/index.ts'
import { type Check, print, printChecks, quantile, runCheck } from '../../harness/report/index.ts'
import { loseReplies, type Outcome } from './lose-replies.ts'
import { openShop } from './open-shop.ts'
import { sendFalseCallbacks } from './send-false-callbacks.ts'

const P50_MS = 1_000
const P99_MS = 3_000
/** A run is woken once in two seconds, and reads its job then. */
const READS_PER_SECOND = 10

const command = {
  name: 'pnpm probe:lost-replies',
  options: {
    jobs: number(500, 'jobs of each provider whose answer is lost', { small: 50, least: 10, most: 10_000 }),
    answered: number(200, 'jobs of each provider with an answer', { small: 30, least: 10, most: 10_000 }),
    calls: number(10_000, 'false callbacks', { small: 1_000, least: 100, most: 1_000_000 }),
    small: flag('the size for CI'),
  },
}

await runCheck(command, async ({ jobs, answered, calls }) => {
  const shop = await openShop()
  try {
    const checks: Check[] = []
    for (const provider of ['fal', 'kie'] as const) {
      const usual = await loseReplies(shop, provider, { jobs: answered, areLost: false })
      const lost = await loseReplies(shop, provider, { jobs, areLost: true })
      printOutcome(`${provider}, answered`, usual)
      printOutcome(`${provider}, answer lost`, lost)
      checks.push(...judge(provider, usual, lost))
    }
    const attack = await sendFalseCallbacks(shop, calls)
    const { changes, wrongAnswers, reads, seconds } = attack
    print(`${calls} false callbacks in ${seconds.toFixed(1)} s led to ${reads} reads at the provider`)
    checks.push(
      { sentence: `${calls} false callbacks change nothing`, failures: changes.slice(0, 10) },
      { sentence: 'each is answered as it should be', failures: wrongAnswers.slice(0, 10) },
      {
        sentence: 'they make no run read its job more often than usual',
        failures: reads <= seconds * READS_PER_SECOND + READS_PER_SECOND ? [] : [`${reads} reads`],
      },
    )
    return printChecks(checks)
  } finally {
    await shop.close()
  }
})

function printOutcome(name: string, { ids, completed, accepted, boughtTwice, latenciesMs }: Outcome): void {
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(latenciesMs, share).toFixed(0))
  print(
    `${name}: ${ids.length} jobs, adopted or accepted ${accepted}, completed ${completed}, ` +
      `bought twice ${boughtTwice.length}; done to completed p50 ${p50} ms, p99 ${p99} ms`,
  )
}

function judge(provider: string, usual: Outcome, lost: Outcome): Check[] {
  const isSlow = (share: number, most: number) => {
    const ms = quantile(usual.latenciesMs, share)
    return ms < most ? [] : [`${ms.toFixed(0)} ms`]
  }
  return [
    {
      sentence: `${provider}: every job whose answer was lost is adopted and completed`,
      failures:
        lost.completed === lost.ids.length && lost.accepted === lost.ids.length
          ? []
          : [`${lost.accepted} adopted and ${lost.completed} completed of ${lost.ids.length}`],
    },
    {
      sentence: `${provider}: no job is bought twice`,
      failures: [...usual.boughtTwice, ...lost.boughtTwice].slice(0, 10),
    },
    { sentence: `${provider}: half are completed within 1 s of their end`, failures: isSlow(0.5, P50_MS) },
    { sentence: `${provider}: 99% are completed within 3 s`, failures: isSlow(0.99, P99_MS) },
  ]
}
