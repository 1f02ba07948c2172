import type { FindLeaks } from './find-leaks.ts'
import type { Evidence, TryRow } from './read-evidence.ts'
import type { Ran } from './run-cell.ts'

const IMAGE_CREDITS = 400
const VIDEO_CREDITS = 1_000

/** What is wrong with a cell, in sentences; none when all is as expected. */
export function judgeCell(ran: Ran, evidence: Evidence, findLeaks: FindLeaks): string[] {
  const { id } = ran.answer
  if (ran.trouble || id === undefined) return [ran.trouble ?? 'it was not ordered']
  return [
    ...judgeState(ran),
    ...judgeMoney(ran, evidence, id),
    ...judgePurchases(ran, evidence, id),
    ...judgeCost(ran, evidence, id),
    ...ran.texts.flatMap((text) => findLeaks(text).map((leak) => `the caller was shown ${leak}: ${text}`)),
  ]
}

const differ = (what: string, is: unknown, expected: unknown): string[] =>
  is === expected ? [] : [`${what} is ${is}, not ${expected}`]

function judgeState({ cell, media, answer, progress }: Ran): string[] {
  const { expected, order = {} } = cell
  const files = expected.status === 'completed' ? (expected.files ?? order.n ?? 1) : 0
  const isFalling = progress.some((value, index) => value < (progress[index - 1] ?? 0))
  return [
    ...differ('the answer to the submit', answer.status, expected.refusal ? 503 : 201),
    ...(expected.refusal ? differ('the refusal', answer.code, expected.refusal) : []),
    ...differ('the status', media?.status, expected.status),
    ...differ('the errorCode', media?.errorCode ?? undefined, expected.errorCode),
    ...differ('the number of files', media?.outputs.length, files),
    ...(isFalling ? [`the progress fell: ${progress.join(' ')}`] : []),
  ]
}

/** One charge of the price; a refund of what was not delivered; and a ledger that adds up. */
function judgeMoney({ cell, media }: Ran, { rows, wrongMoney }: Evidence, id: string): string[] {
  const { kind = 'image', n = 1 } = cell.order ?? {}
  const price = kind === 'video' ? VIDEO_CREDITS : IMAGE_CREDITS * n
  const { status, files = n } = cell.expected
  const refund = status === 'completed' ? IMAGE_CREDITS * (n - files) : price
  const entries = rows.entriesOf.get(id) ?? []
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  return [
    ...differ('the price', media?.creditsCost, price),
    ...differ('the refund', media?.creditsRefunded, refund),
    ...differ('the sum of the ledger', sum, refund - price),
    ...(wrongMoney.get(id) ?? []),
  ]
}

/** By the log of the provider: at most one POST for each try, at most one task for each part. */
function judgePurchases({ cell }: Ran, { logs, tries }: Evidence, id: string): string[] {
  const { expected, provider } = cell
  const { submits, requests } = logs[provider]
  const own = submits.filter(({ reference }) => reference?.startsWith(id))
  const taskIds = own.flatMap((one) => one.taskIds)
  const cancels = requests.filter(
    ({ route, path }) => route === 'cancel' && taskIds.some((one) => path.includes(one)),
  )
  const elsewhere = Object.entries(logs)
    .filter(([name]) => name !== provider)
    .filter(([, log]) => log.submits.some(({ reference }) => reference?.startsWith(id)))
  const recorded = tries.get(id)?.length ?? 0
  return [
    ...differ('the number of POSTs', own.length, expected.posts),
    ...differ('the number of bought tasks', taskIds.length, expected.bought),
    ...(own.length > recorded ? [`${own.length} POSTs were sent for ${recorded} recorded tries`] : []),
    ...elsewhere.map(([name]) => `it was also sent to ${name}`),
    ...(expected.isCancelled && cancels.length === 0 ? ['the provider was not told to cancel it'] : []),
  ]
}

/** What the provider has billed is booked; what it told us is booked exactly. */
function judgeCost({ cell }: Ran, { logs, bills, tries }: Evidence, id: string): string[] {
  if (cell.expected.isCostUntold) return []
  const { jobs } = logs[cell.provider]
  const own = new Set(jobs.filter(({ reference }) => reference?.startsWith(id)).map((one) => one.id))
  const billed = sumOf(
    bills[cell.provider].entries.filter(({ taskId }) => own.has(taskId)).map((one) => one.microUsd),
  )
  const mine = tries.get(id) ?? []
  const booked = sumOf(mine.map(bookedOf))
  const reported = mine.map((one) => one.reported_cost_micros).filter((cost) => cost !== null)
  if (billed > 0 && booked === 0) return [`the provider billed ${billed} and nothing is booked`]
  if (billed === 0 && sumOf(reported) > 0) return [`nothing was billed and ${sumOf(reported)} is booked`]
  const isWhollyReported = reported.length > 0 && reported.length === mine.filter(mayCost).length
  return isWhollyReported && billed > 0 ? differ('the booked cost', sumOf(reported), billed) : []
}

const mayCost = ({ state }: TryRow): boolean => ['intent', 'unknown', 'accepted'].includes(state)
const bookedOf = (one: TryRow): number =>
  mayCost(one) ? (one.reported_cost_micros ?? one.expected_cost_micros ?? 0) : 0
const sumOf = (values: number[]): number => values.reduce((total, value) => total + value, 0)
