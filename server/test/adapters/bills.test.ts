import { expect, test } from 'vitest'
import { type Bill, type BillRow, type BillSum, BillUnreadable } from '#platform/providers'
import { imageRequest, useFal } from './use-fal.ts'
import { image as kieImage, useKie } from './use-kie.ts'
import { useOpenai } from './use-openai.ts'
import { image as runwayImage, useRunway } from './use-runway.ts'

const ADMIN = 'double-admin-key'
const DAY_MS = 86_400_000
const RENDER_MS = 600_000
/** Whole days around now: doubles begin at the present. */
const period = { from: new Date(Date.now() - 2 * DAY_MS), to: new Date(Date.now() + 2 * DAY_MS) }

async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of list) all.push(one)
  return all
}

async function readRows(bill: Bill | undefined): Promise<BillRow[]> {
  if (bill?.kind !== 'rows') throw new Error(JSON.stringify(bill))
  return collect(bill.rows)
}

async function readSums(bill: Bill | undefined): Promise<BillSum[]> {
  if (bill?.kind !== 'sums') throw new Error(JSON.stringify(bill))
  return collect(bill.sums)
}

test('the bill of fal is read page by page, with the costs of the double', async () => {
  const fal = await useFal()
  await fal.double.set({ concurrency: null, pageMax: 2 })
  for (const number of [1, 2, 3, 4, 5]) await fal.buy(imageRequest({ reference: `med_${number}` }))
  await fal.double.advance(RENDER_MS)
  const rows = await readRows(fal.provider.readBill?.(period, ADMIN))
  const { entries } = await fal.double.bill()
  expect(rows.map(({ jobId, costMicros }) => [jobId, costMicros])).toEqual(
    entries.map(({ taskId, microUsd }) => [taskId, microUsd]),
  )
  expect(rows).toHaveLength(5)
})

test('an ordinary key of fal is refused with a clear sentence, and a missing one is named', async () => {
  const fal = await useFal()
  await expect(readRows(fal.provider.readBill?.(period, 'double-key'))).rejects.toThrow(BillUnreadable)
  await expect(readRows(fal.provider.readBill?.(period, 'double-key'))).rejects.toThrow(/kind Admin/)
  expect(fal.provider.readBill?.(period, undefined)).toEqual({
    kind: 'none',
    why: expect.stringContaining('FAL_ADMIN_KEY'),
  })
})

test('fal is asked for the lines of one of our jobs by its tag, where it reports by tags', async () => {
  const fal = await useFal()
  const { jobId } = await fal.buy(imageRequest({ reference: 'med_a' }))
  await fal.buy(imageRequest({ reference: 'med_b' }))
  await fal.double.advance(RENDER_MS)
  const find = async () => {
    const bill = fal.provider.readBill?.(period, ADMIN)
    return bill?.kind === 'rows' ? bill.findOfJob?.('med_a') : undefined
  }
  expect(await find()).toBeUndefined()
  await fal.double.set({ taggedReporting: true })
  expect(await find()).toEqual([expect.objectContaining({ jobId })])
})

test('a task of kie tells what it consumed, and an unknown one nothing', async () => {
  const kie = await useKie()
  const handle = await kie.buy(kieImage())
  await kie.double.advance(RENDER_MS)
  const bill = kie.provider.readBill?.(period, undefined)
  if (bill?.kind !== 'jobs') throw new Error(JSON.stringify(bill))
  const { entries } = await kie.double.bill()
  expect(await bill.read(handle)).toMatchObject({ jobId: handle.jobId, costMicros: entries[0]?.microUsd })
  expect(await bill.read({ jobId: 'none' })).toBeUndefined()
})

test('the costs of OpenAI are summed by day and model, for an admin key only', async () => {
  const openai = await useOpenai()
  await openai.submit()
  const { total } = await openai.double.bill()
  const sums = await readSums(openai.provider.readBill?.(period, ADMIN))
  expect(new Set(sums.map(({ offer }) => offer))).toEqual(new Set(['openai/gpt-image-2.6-flare']))
  expect(sums.reduce((sum, { costMicros }) => sum + costMicros, 0)).toBe(total.microUsd)
  expect(openai.provider.readBill?.(period, undefined)).toMatchObject({ kind: 'none' })
  await expect(readSums(openai.provider.readBill?.(period, 'sk-other'))).rejects.toThrow(/OPENAI_ADMIN_KEY/)
})

test('the usage of Runway is summed by day and model, with what is given back at the end', async () => {
  const runway = await useRunway()
  await runway.buy(runwayImage())
  await runway.double.advance(RENDER_MS)
  const { total } = await runway.double.bill()
  const sums = await readSums(runway.provider.readBill?.(period, undefined))
  expect(sums.reduce((sum, { costMicros }) => sum + costMicros, 0)).toBe(total.microUsd)
  expect(sums.every(({ offer }) => offer === 'runway/gpt-image-2-5-flare')).toBe(true)
})
