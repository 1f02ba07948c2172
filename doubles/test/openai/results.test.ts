import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createTempFolder, runDouble } from '../run-double.ts'
import { openAiClient, readError, readResult, useOpenAi } from './use-openai.ts'

const probe = (bytes: Buffer): string => {
  const fields = ['-show_entries', 'stream=codec_name,width,height', '-of', 'csv=p=0', '-']
  return execFileSync('ffprobe', ['-v', 'error', ...fields], { input: bytes, encoding: 'utf8' }).trim()
}

const decode = ({ b64_json }: { b64_json: string }) => Buffer.from(b64_json, 'base64')

test('a result has n different pictures, the settings that were used, and its usage', async () => {
  const double = await useOpenAi()
  const answer = await double.generate({ n: 2, size: '1024x1536', quality: 'low', output_format: 'png' })
  expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/)
  expect([...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  const { data, created, usage, ...rest } = await readResult(answer)
  expect(rest).toEqual({ background: 'opaque', output_format: 'png', quality: 'low', size: '1024x1536' })
  expect(Math.abs(created * 1000 - Date.now())).toBeLessThan(60_000)
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = data.map(decode)
  expect([data.length, first.equals(second), probe(first)]).toEqual([2, false, 'png,171,256'])
  expect(usage).toEqual({
    input_tokens: 2,
    input_tokens_details: { image_tokens: 0, text_tokens: 2 },
    output_tokens: 660,
    total_tokens: 662,
  })
  const { entries } = await double.bill()
  expect(entries).toMatchObject([{ units: 662, unit: 'tokens', microUsd: 2 * 5 + 660 * 30 }])
})

test('a reply is held 20 to 60 seconds, and its headers say how long', async () => {
  const double = await useOpenAi({ time: 'virtual', seed: 7 })
  const { reply } = await double.hold()
  let isAnswered = false
  void reply.then(() => {
    isAnswered = true
  })
  await double.advance(19_999)
  expect((await double.log()).jobs[0]?.outcome).toBeNull()
  expect([isAnswered, (await double.bill()).entries]).toEqual([false, []])
  await double.advance(40_001)
  const heldMs = Number((await reply).headers.get('openai-processing-ms'))
  expect(heldMs).toBeGreaterThanOrEqual(20_000)
  expect(heldMs).toBeLessThanOrEqual(60_000)
  await double.set({ renderMs: 5000, renderSpreadMs: 0 })
  const next = await double.hold()
  await double.advance(5000)
  expect((await next.reply).headers.get('openai-processing-ms')).toBe('5000')
})

test('who leaves while the reply is held has bought all the same', async () => {
  const double = await useOpenAi({ time: 'virtual' })
  await double.fault({ fault: 'lost_reply', match: { reference: 'lost' } })
  const lost = double.generate({}, { 'x-client-request-id': 'lost' }).catch(() => 'gone')
  const { reply } = await double.hold({ prompt: 'another mug' })
  await double.advance(60_000)
  expect([await lost, (await reply).status]).toEqual(['gone', 200])
  expect((await double.bill()).entries).toHaveLength(2)
  expect((await double.log()).perReference).toEqual({ lost: { posts: 1, accepted: 1 } })
})

test('there may be fewer pictures than n, or none, and only those are paid', async () => {
  const double = await useOpenAi()
  await double.fault({ fault: 'files', count: 1 }, { fault: 'files', count: 0, skip: 1 })
  await double.fault({ fault: 'drop_fields', fields: ['data'], skip: 2 })
  const one = await readResult(await double.generate({ n: 4 }))
  const none = await readResult(await double.generate({ n: 4 }))
  expect([one.data.length, one.usage.output_tokens]).toEqual([1, 1756])
  expect([none.data.length, none.usage.output_tokens]).toEqual([0, 0])
  expect(await readResult(await double.generate())).not.toHaveProperty('data')
})

test('80 MB of base64 arrive whole, in chunks; with a length when it is set', async () => {
  const double = await useOpenAi({ time: 'real', scale: 1e6, settings: { imageBytes: 60_000_000 } })
  const answer = await double.generate()
  expect(answer.headers.has('content-length')).toBe(false)
  let sizeBytes = 0
  let tail = ''
  for await (const piece of answer.body ?? []) {
    sizeBytes += piece.length
    tail = (tail + Buffer.from(piece.subarray(-400)).toString()).slice(-400)
  }
  expect(sizeBytes).toBeGreaterThan(80_000_000)
  expect(tail).toMatch(/"\}\],"output_format":"png".*\}\}$/)
  await double.set({ isChunked: false, imageBytes: 0 })
  const small = await double.generate()
  expect(small.headers.get('content-length')).toBe(String((await small.text()).length))
})

test('padded pictures of megabytes are still pictures, and can be cut in the middle', async () => {
  const double = await useOpenAi({ time: 'real', scale: 1e6, settings: { imageBytes: 4_000_000 } })
  const { data } = await readResult(await double.generate({ n: 2 }))
  expect(data.map(decode).map(({ length }) => length)).toEqual([4_000_000, 4_000_000])
  expect(data.map(decode).map(probe)).toEqual(['png,256,256', 'png,256,256'])
  await double.fault({ fault: 'truncate' }, { fault: 'malformed_json' })
  await expect((await double.generate()).text()).rejects.toThrow()
  await expect((await double.generate()).json()).rejects.toThrow(SyntaxError)
  expect((await double.log()).counts).toMatchObject({ accepted: 3, lostReplies: 2 })
})

test.each([
  ['jpeg', 'mjpeg,256,256'],
  ['webp', 'webp,256,256'],
  ['gif', 'gif,256,256'],
])('%s is a real file too', async (format, form) => {
  const double = await useOpenAi()
  const { data, output_format } = await readResult(await double.generate({ output_format: format }))
  expect([output_format, ...data.map(decode).map(probe)]).toEqual([format, form])
})

test('svg comes with a usage of its own', async () => {
  const double = await useOpenAi()
  const result = await readResult(await double.generate({ output_format: 'svg' }))
  expect(result.data.map(decode)[0]?.toString()).toMatch(/^<svg .*<\/svg>$/)
  expect(result).toHaveProperty('svg_usage.total_tokens')
})

test('a stream is answered with events', async () => {
  const double = await useOpenAi()
  const answer = await double.generate({ stream: true, partial_images: 2 })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const events = (await answer.text()).trim().split('\n\n')
  expect(events.map((event) => event.split('\n')[0])).toEqual([
    'event: image_generation.partial_image',
    'event: image_generation.partial_image',
    'event: image_generation.completed',
  ])
  const last = JSON.parse(events[2]?.split('data: ')[1] ?? '')
  expect(last).toMatchObject({ type: 'image_generation.completed', usage: { output_tokens: 1756 } })
})

test('the real process holds the reply, and a killed one still has the purchase on its bill', async () => {
  const journal = ['--journal', `${createTempFolder()}/openai.jsonl`]
  const args = ['--provider', 'openai', '--time', 'virtual', ...journal]
  const first = await runDouble(...args)
  const { reply } = await openAiClient(first).hold()
  const gone = reply.catch(() => 'gone')
  await first.kill()
  expect(await gone).toBe('gone')
  const second = await runDouble(...args)
  await second.advance(60_000)
  expect((await second.bill()).entries).toHaveLength(1)
  expect((await readError(await openAiClient(second).get('/v1/images/x'))).status).toBe(404)
})
