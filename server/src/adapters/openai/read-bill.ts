import { callProvider, newDispatcher, readRepeatedly } from '#adapters/shared'
import { type Bill, type BillSum, BillUnreadable, type Period } from '#platform/providers'
import { openaiCatalogue } from './catalogue.ts'
import type { OpenaiSettings } from './openai-settings.ts'

const TIMEOUT_MS = 30_000
const PAGE_DAYS = 31
const MICROS_PER_DOLLAR = 1_000_000

type Line = { amount?: { value?: unknown }; line_item?: unknown }
type Bucket = { start_time?: unknown; results?: unknown }

/** What the organization paid for each day and model. Nothing in it leads to a single request. */
export function readBill(settings: OpenaiSettings, period: Period, adminKey: string | undefined): Bill {
  if (!adminKey)
    return { kind: 'none', why: 'OpenAI shows its costs to an admin key only: set OPENAI_ADMIN_KEY' }
  return { kind: 'sums', sums: readDays(settings, period, adminKey) }
}

async function* readDays(
  settings: OpenaiSettings,
  { from, to }: Period,
  adminKey: string,
): AsyncGenerator<BillSum> {
  const dispatcher = newDispatcher()
  const query = new URLSearchParams({
    start_time: String(Math.floor(from.getTime() / 1_000)),
    end_time: String(Math.ceil(to.getTime() / 1_000)),
    bucket_width: '1d',
    group_by: 'line_item',
    limit: String(PAGE_DAYS),
  })
  for (;;) {
    const url = `${settings.baseUrl.replace(/\/+$/, '')}/organization/costs?${query}`
    const headers = { authorization: `Bearer ${adminKey}` }
    const call = { headers, timeoutMs: TIMEOUT_MS }
    const answer = await readRepeatedly(() => callProvider(dispatcher, url, call))
    if (!answer) throw new BillUnreadable('OpenAI did not answer when it was asked for its costs')
    if (answer.status === 401 || answer.status === 403)
      throw new BillUnreadable('OpenAI refused OPENAI_ADMIN_KEY: its costs need a key of an admin')
    const { data, has_more, next_page } = Object(answer.json) as Record<string, unknown>
    if (answer.status !== 200 || !Array.isArray(data))
      throw new BillUnreadable(`OpenAI answered ${answer.status} when it was asked for its costs`)
    for (const bucket of data) yield* readBucket(settings, bucket)
    if (has_more !== true) return
    if (typeof next_page !== 'string') throw new BillUnreadable('the costs of OpenAI have no next page')
    query.set('page', next_page)
  }
}

function* readBucket(settings: OpenaiSettings, bucket: Bucket): Generator<BillSum> {
  const day = new Date(Number(bucket.start_time) * 1_000)
  if (Number.isNaN(day.getTime()) || !Array.isArray(bucket.results))
    throw new BillUnreadable('the costs of OpenAI have another form than expected')
  for (const { amount, line_item } of bucket.results as Line[]) {
    const value = Number(amount?.value)
    if (!Number.isFinite(value)) throw new BillUnreadable('a cost of OpenAI is no number')
    yield {
      day: day.toISOString().slice(0, 10),
      offer: offerOf(settings, String(line_item)),
      costMicros: Math.round(value * MICROS_PER_DOLLAR),
    }
  }
}

/** `gpt-image-2.6-flare, output_tokens`; a dated name is the same model. Others are not ours. */
function offerOf({ offers = openaiCatalogue }: OpenaiSettings, lineItem: string): string {
  const [name = ''] = lineItem.split(',')
  const model = name.trim().replace(/-\d{4}-\d{2}-\d{2}$/, '')
  return offers.find(({ providerModel }) => providerModel === model)?.id ?? name.trim()
}
