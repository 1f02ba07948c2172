import { readdirSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { openaiCatalogue } from '#adapters/openai'
import { expectFinished, expectNoFiles, image, picture, take, useOpenai } from './use-openai.ts'

const json = (body: unknown) => ({ fault: 'replace', status: 200, body })
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('the pictures of an answer', () => {
  test('are files that can be opened again, until they are discarded', async () => {
    const { submit, tempDir } = await useOpenai()
    const { files } = expectFinished(await submit(image({ n: 4 })))
    expect(files).toHaveLength(4)
    expect(readdirSync(tempDir)).toHaveLength(4)
    for (const file of files) {
      if (file.kind !== 'stream') throw new Error('the file is no stream')
      expect(file.contentType).toBe('image/png')
      const first = await buffer(await file.open())
      expect(first.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
      expect(first.subarray(-8, -4).toString()).toBe('IEND')
      expect((await take(file)).equals(first)).toBe(true)
      await file.discard?.()
    }
    expectNoFiles(tempDir)
  })

  test('may be fewer than ordered, or none', async () => {
    const { double, submit, tempDir } = await useOpenai()
    await double.fault({ fault: 'files', count: 1 })
    const { files } = expectFinished(await submit(image({ n: 4 })))
    expect(files).toHaveLength(1)
    await take(files[0])
    await double.fault({ fault: 'files' })
    const none = expectFinished(await submit(image({ n: 4 })))
    expect(none).toMatchObject({ files: [], reportedCostMicros: 10 })
    await double.fault({ fault: 'drop_fields', fields: ['data'] })
    const answer = expectFinished(await submit(image({ model: 'openai/gpt-image-2' })))
    expect(answer).toMatchObject({ files: [], reportedCostMicros: 10 + 1756 * 30 })
    expectNoFiles(tempDir)
  })

  test('keep their order; empty ones, nulls and more than ordered are left out', async () => {
    const { double, submit, tempDir } = await useOpenai()
    const data = [
      { revised_prompt: 'a "b64_json": "QUJD" é', b64_json: base64('one') },
      { b64_json: '' },
      { b64_json: null },
      { url: 'https://a.example/x.png' },
      null,
      { b64_json: base64('two') },
      { b64_json: base64('three') },
    ]
    await double.fault(json({ b64_json: base64('not in the data'), data }))
    const answer = expectFinished(await submit(image({ n: 2 })))
    expect(answer).not.toHaveProperty('reportedCostMicros')
    expect(readdirSync(tempDir)).toHaveLength(2)
    const texts = [await take(answer.files[0]), await take(answer.files[1])].map(String)
    expect(texts).toEqual(['one', 'two'])
    expect(answer.files).toHaveLength(2)
    expectNoFiles(tempDir)
  })
})

describe('the cost', () => {
  test('is the usage times the rates, as on the bill', async () => {
    const { double, submit } = await useOpenai()
    const requests = [
      image({ n: 2, size: '2:3', prompt: 'a long prompt about a mug' }),
      image({ references: [picture(), picture()], model: 'openai/gpt-image-2' }),
    ]
    for (const request of requests) {
      const { reportedCostMicros } = expectFinished(await submit(request))
      expect(reportedCostMicros).toBeGreaterThan(0)
      expect((await double.bill()).entries.at(-1)?.microUsd).toBe(reportedCostMicros)
    }
  })

  test('is not reported when the usage does not tell it', async () => {
    const { double, submit } = await useOpenai()
    const data = [{ b64_json: 'QUJD' }]
    for (const usage of [undefined, null, {}, { output_tokens: 5, input_tokens: 5 }, { output_tokens: -1 }]) {
      await double.fault(json({ data, usage }))
      expect(expectFinished(await submit())).not.toHaveProperty('reportedCostMicros')
    }
  })
})

test('a server with the same protocol has its own address, models and rates', async () => {
  const [first] = openaiCatalogue
  if (!first) throw new Error('the catalogue is empty')
  const { complexity: _, ...plain } = first
  const rates = { output: 0, imageInput: 0, textInput: 0 }
  const own = { ...plain, id: 'openai/our-own', providerModel: 'our-own', nMax: 2, rates }
  const used = await useOpenai({ offers: [own] }, '--set', 'models=our-own')
  expect(used.provider.offers).toMatchObject([{ id: 'openai/our-own', kind: 'image' }])
  expect(used.provider.filesPerJob).toBe(2)
  const answer = expectFinished(await used.submit(image({ model: 'openai/our-own' })))
  expect(answer).toMatchObject({ reportedCostMicros: 0, files: [{ kind: 'stream' }] })
  expect(await used.submit()).toMatchObject({ kind: 'refused', class: 'invalid_input' })
})

test('many jobs at once are one POST each, and each gets its own pictures', async () => {
  const used = await useOpenai()
  const references = Array.from({ length: 20 }, (_, index) => `job-${index}`)
  const answers = await Promise.all(references.map((reference) => used.submit(image({ reference, n: 2 }))))
  const taken = await Promise.all(answers.flatMap((answer) => expectFinished(answer).files.map(take)))
  expect(new Set(taken.map((bytes) => bytes.toString('hex'))).size).toBe(40)
  const { perReference } = await used.double.log()
  expect(Object.values(perReference)).toEqual(Array(20).fill({ posts: 1, accepted: 1 }))
  expectNoFiles(used.tempDir)
})
