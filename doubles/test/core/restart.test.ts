import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { newFalClient } from '../fal/use-fal.ts'
import { createTempFolder, receiveCallbacks, runDouble, waitUntil } from '../run-double.ts'

const MODEL = 'openai/gpt-image-2.5/flare/text-to-image'

test('kill -9 loses no task, no submit and no cost, even with an incomplete last line', async () => {
  const journal = join(createTempFolder(), 'fal.jsonl')
  const args = ['--provider', 'fal', '--journal', journal, '--seed', '9', '--set', 'renderMs=50']
  const before = await runDouble(...args)
  expect(before.printed).toMatchObject({ provider: 'fal', seed: 9, time: 'real', scale: 1 })
  const client = newFalClient(before.url)
  const { request_id, response_url } = await client.buy(MODEL, {}, { headers: { 'x-fal-tags': 'job=kept' } })
  await before.fault({ fault: 'lost_reply' })
  await client.submit(MODEL).catch(() => undefined)
  await before.set({ concurrency: 7 })
  await waitUntil(async () => (await client.get(response_url)).status === 200)
  const [log, bill] = [await before.log(), await before.bill()]
  await before.kill()
  appendFileSync(journal, '{"kind":"accepted","at":17')

  const after = await runDouble(...args)
  const again = await after.log()
  expect(again.submits).toEqual(log.submits)
  expect(again.counts).toEqual(log.counts)
  await waitUntil(async () => (await after.bill()).entries.length === 2)
  expect((await after.bill()).entries[0]).toEqual(bill.entries[0])
  const path = `/openai/gpt-image-2.5/requests/${request_id}`
  const reader = newFalClient(after.url)
  expect((await reader.get(path)).status).toBe(200)
  expect(await (await after.control('GET', 'settings')).json()).toMatchObject({
    settings: { concurrency: 7 },
  })
  await reader.submit(MODEL, {}, { headers: { 'x-fal-tags': 'job=kept' } })
  expect((await after.log()).submits.at(-1)).toMatchObject({ reference: 'kept', try: 2 })
})

test('a callback that became due while the double was down is sent after the restart', async () => {
  const journal = join(createTempFolder(), 'fal.jsonl')
  const args = ['--provider', 'fal', '--journal', journal, '--set', 'renderMs=300']
  const { received, url } = await receiveCallbacks()
  const before = await runDouble(...args)
  await newFalClient(before.url).buy(MODEL, {}, { query: { fal_webhook: url } })
  await before.kill()
  expect(received).toEqual([])
  await runDouble(...args)
  await waitUntil(() => received.length === 1)
})

test('virtual time goes on where it stopped', async () => {
  const journal = join(createTempFolder(), 'fal.jsonl')
  const args = ['--provider', 'fal', '--journal', journal, '--time', 'virtual', '--start-at', '1000000']
  const before = await runDouble(...args)
  const { status_url } = await newFalClient(before.url).buy(MODEL)
  await before.advance(1000)
  await before.kill()
  const after = await runDouble(...args)
  expect(await (await after.control('GET', 'time')).json()).toEqual({ now: 1_001_000 })
  const { pathname } = new URL(status_url)
  const client = newFalClient(after.url)
  expect((await client.get(pathname)).status).toBe(202)
  await after.advance(500)
  expect((await client.get(pathname)).status).toBe(200)
})

test.each([
  [['--provider', 'nothing'], 'Set --provider to'],
  [['--provider', 'fal', '--port', 'x'], 'Set --port'],
  [['--provider', 'fal', '--set', 'typo=1'], 'There is no setting typo'],
  [['--provider', 'fal', '--time', 'past'], 'Set --time'],
])('wrong options end the process with a sentence: %j', (args, sentence) => {
  const entry = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [entry, ...args], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain(sentence)
})
