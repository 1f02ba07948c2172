import { median } from '../../harness/report/index.ts'
import type { Row } from './generate-reports.ts'
import { post, type SendContext } from './send-reports.ts'

const DAY_MS = 86_400_000

/** Of 500 rows against one row. It was 200 with a join that grew with the square of the ads. */
const RATIO_MAX = 60

type Shape = { name: string; rounds: number; rowsOf: (round: number) => Row[] }

const rowAt = (today: number, ago: number, ad: string): Row => ({
  day: new Date(today - ago * DAY_MS).toISOString().slice(0, 10),
  currency: 'EUR',
  spend: 12.34,
  impressions: 3_000,
  clicks: 40,
  conversions: 2,
  conversionType: 'purchase',
  revenue: 80,
  attribution: '7d_click',
  objective: 'sales',
  fetchedAt: new Date().toISOString(),
  platformAdId: ad,
})

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

/** How long one report takes over HTTP without other load: the median, in milliseconds. */
export async function* measureTimes(
  context: SendContext,
  apiKey: string,
  today: number,
): AsyncGenerator<{ name: string; ms: number }> {
  const shapes: Shape[] = [
    { name: '1 row, a new day each time', rounds: 60, rowsOf: (i) => [rowAt(today, i, 'one')] },
    { name: '1 row, the same day read again', rounds: 60, rowsOf: () => [rowAt(today, 1, 'one')] },
    {
      name: '500 rows, 500 days of one ad',
      rounds: 8,
      rowsOf: (i) => times(500, (j) => rowAt(today, j, `long ${i}`)),
    },
    {
      name: '500 rows, the same read again',
      rounds: 8,
      rowsOf: () => times(500, (j) => rowAt(today, j, 'long 0')),
    },
    {
      name: '500 rows, 10 days of 50 ads',
      rounds: 8,
      rowsOf: (i) => times(500, (j) => rowAt(today, j % 10, `wide ${i} ${Math.floor(j / 10)}`)),
    },
    {
      name: '500 rows, one more day of 500 known ads',
      rounds: 8,
      rowsOf: (i) => times(500, (j) => rowAt(today, i, `known ${j}`)),
    },
  ]
  let msOfOne = 0
  for (const { name, rounds, rowsOf } of shapes) {
    const took: number[] = []
    for (let round = 0; round < rounds; round++) {
      const body = { idempotencyKey: `${name} ${round}`, kind: 'observation' as const, rows: rowsOf(round) }
      const at = performance.now()
      const { status } = await post(context, apiKey, body)
      took.push(performance.now() - at)
      if (status !== 201) context.complaints.push(`${name} was answered ${status}`)
    }
    const ms = median(took)
    msOfOne ||= ms
    if (ms > RATIO_MAX * msOfOne)
      context.complaints.push(`${name}: ${ms.toFixed(0)} ms, more than ${RATIO_MAX} times one row`)
    yield { name, ms }
  }
}
