// Proves that a request costs the same when an agent has reported for years: two systems side by side, with
// one user each, who has a small memory here and a large one there, get the same requests in turn. The large
// memory may take 1.5 times as long.
// Run: pnpm probe:memory-growth [--rows 1000000] [--rounds 100]. Takes about 15 minutes; --small 5.
import { flag, number } from '../../harness/arguments/index.ts'
import { compareTimes, openSubject, type Subject, type TimedRequest } from '../../harness/comparison/index.ts'
import { print, printChecks, runCheck } from '../../harness/report/index.ts'
import { fillMemory, rowsOf, type Shape } from './fill-memory.ts'
import { listRecomputations, prepareRequests } from './prepare-requests.ts'

const SMALL_MEMORY: Shape = { products: 1, adsPerProduct: 20, days: 50 }
const ADS_PER_PRODUCT = 200
const DAYS = 100
const WORST_RATIO = 1.5
const WARM_ROUNDS = 20
/** What is recomputed each time takes long and varies little. */
const RECOMPUTED_ROUNDS = 5

const command = {
  name: 'pnpm probe:memory-growth',
  options: {
    rows: number(1_000_000, 'rows of the large memory', { small: 100_000, least: 1 }),
    rounds: number(100, 'times that each request is sent', { least: 1 }),
    small: flag('the size for CI'),
  },
}

await runCheck(command, async ({ rows, rounds }) => {
  const subjects = await Promise.all([openSubject('memory-small'), openSubject('memory-large')])
  const [small, large] = subjects
  const products = Math.max(1, Math.round(rows / (ADS_PER_PRODUCT * DAYS)))
  const productIds = new Map([
    [small, await fill(small, SMALL_MEMORY)],
    [large, await fill(large, { products, adsPerProduct: ADS_PER_PRODUCT, days: DAYS })],
  ])
  const failures: string[] = []
  for (const request of await prepareRequests(productIds)) {
    const ratio = await measure(subjects, request, WARM_ROUNDS, rounds)
    if (ratio > WORST_RATIO)
      failures.push(
        `${request.name} took ${ratio.toFixed(2)} times as long; its cost grows with ${request.limit}`,
      )
  }
  print('recomputed after new rows, without a limit:')
  for (const request of listRecomputations(productIds)) {
    await measure(subjects, request, 1, RECOMPUTED_ROUNDS).catch((error: Error) =>
      failures.push(`${request.name} was not answered: ${error.message}`),
    )
  }
  const sentence = `no request takes more than ${WORST_RATIO} times as long in a large memory`
  return printChecks([{ sentence, failures }])
})

async function measure(
  subjects: [Subject, Subject],
  request: TimedRequest,
  warmRounds: number,
  rounds: number,
): Promise<number> {
  const { smallMs, largeMs, ratio } = await compareTimes(subjects, request, { warmRounds, rounds })
  const times = `${largeMs.toFixed(2).padStart(8)} ms, in the small memory ${smallMs.toFixed(2)} ms`
  print(`  ${request.name.padEnd(46)} ${times}: ${ratio.toFixed(2)} times`)
  return ratio
}

async function fill(subject: Subject, shape: Shape): Promise<string> {
  const startedAt = performance.now()
  const productId = await fillMemory(subject, shape)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  print(`${subject.name} has ${rowsOf(shape).toLocaleString('en')} rows (${seconds} s to fill)`)
  return productId
}
