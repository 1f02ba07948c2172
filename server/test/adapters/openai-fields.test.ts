import { describe, expect, test } from 'vitest'
import { openaiCatalogue } from '#adapters/openai'
import { makeMask } from '../../../doubles/test/openai/make-mask.ts'
import {
  expectFinished,
  expectNoFiles,
  image,
  KEY,
  picture,
  png,
  sha256,
  take,
  useOpenai,
} from './use-openai.ts'

const older = 'openai/gpt-image-2'
const jpeg = Buffer.concat([
  Buffer.from('ffd8ffc0000b080010001001011100', 'hex'),
  Buffer.alloc(64),
  Buffer.from('ffd9', 'hex'),
])

describe('a generation', () => {
  test('has every field of the order, our reference and the key, and asks for an opaque png', async () => {
    const { submit, posts } = await useOpenai()
    const answer = expectFinished(await submit(image({ n: 2, size: '2:3', reference: 'job-7' })))
    const [post, ...more] = await posts()
    expect(more).toEqual([])
    expect(post).toMatchObject({
      path: '/v1/images/generations',
      headers: {
        authorization: `Bearer sha256:${sha256(Buffer.from(KEY)).slice(0, 8)}`,
        'content-type': 'application/json',
        'x-client-request-id': 'job-7',
      },
    })
    expect(post?.body).toEqual({
      model: 'gpt-image-2.6-flare',
      prompt: 'a mug',
      n: 2,
      size: '1024x1536',
      quality: 'medium',
      complexity: 'medium',
      background: 'opaque',
      moderation: 'auto',
      output_format: 'png',
    })
    for (const file of answer.files) await take(file)
  })

  test('has the size of each shape', async () => {
    const { submit, posts } = await useOpenai()
    for (const size of ['1:1', '2:3', '3:2'] as const) await submit(image({ size }))
    const sizes = (await posts()).map(({ body }) => body.size)
    expect(sizes).toEqual(['1024x1024', '1024x1536', '1536x1024'])
  })

  test('is accepted for every model of the catalogue, with and without references', async () => {
    const { submit, posts } = await useOpenai()
    for (const { id } of openaiCatalogue) {
      expectFinished(await submit(image({ model: id, n: 4 })))
      expectFinished(await submit(image({ model: id, references: [picture()] })))
    }
    expect(await posts()).toHaveLength(2 * openaiCatalogue.length)
  })

  test('never has a complexity for a model that refuses it', async () => {
    const { submit, posts } = await useOpenai()
    await submit(image({ model: older }))
    expect((await posts())[0]?.body).not.toHaveProperty('complexity')
  })

  test('does not reuse a connection', async () => {
    const { submit, posts } = await useOpenai()
    await submit()
    expect((await posts())[0]?.headers.connection).toBe('close')
  })
})

describe('an edit', () => {
  test('has the fields as a form, and the bytes of references in their order', async () => {
    const { submit, posts } = await useOpenai()
    const references = [picture(), picture(jpeg, 'image/jpeg')]
    expectFinished(await submit(image({ model: older, n: 2, size: '3:2', references })))
    const [post, ...more] = await posts()
    expect(more).toEqual([])
    expect(post).toMatchObject({ path: '/v1/images/edits', headers: { 'x-client-request-id': 'job-1' } })
    expect(post?.body.fields).toEqual([
      ['model', 'gpt-image-2'],
      ['prompt', 'a mug'],
      ['n', '2'],
      ['size', '1536x1024'],
      ['quality', 'medium'],
      ['output_format', 'png'],
    ])
    expect(post?.body.files).toMatchObject([
      { field: 'image[]', name: 'reference-1.png', type: 'image/png', sha256: sha256(png) },
      { field: 'image[]', name: 'reference-2.jpeg', type: 'image/jpeg', sha256: sha256(jpeg) },
    ])
  })

  // The polarity of kie and of fal is another one.
  test('has the mask as it is: where alpha is 0, the picture is edited', async () => {
    const { submit, posts } = await useOpenai()
    const mask = makeMask(16, 16)
    expectFinished(await submit(image({ references: [picture(), picture()], mask: picture(mask) })))
    const [post] = await posts()
    const files = post?.body.files as { field: string }[]
    expect(files.map(({ field }) => field)).toEqual(['image[]', 'image[]', 'mask'])
    expect(files[2]).toMatchObject({ name: 'mask.png', type: 'image/png', sha256: sha256(mask) })
    expect(post?.body.fields).toContainEqual(['complexity', 'medium'])
  })
})

describe('what the model cannot do', () => {
  test('is refused before anything is sent', async () => {
    const { submit, posts, tempDir } = await useOpenai()
    const seventeen = Array.from({ length: 17 }, () => picture())
    const { size: _, ...video } = { ...image(), size: undefined }
    const shape = { durationSeconds: 6, resolution: 'SD', orientation: 'square' } as const
    const requests = [
      { ...video, ...shape, kind: 'video' } as const,
      image({ model: 'openai/sora-2' }),
      image({ n: 11 }),
      image({ references: seventeen }),
      image({ mask: picture(makeMask(16, 16)) }),
      image({ prompt: 'x'.repeat(32_001) }),
    ]
    for (const request of requests)
      expect(await submit(request)).toMatchObject({ kind: 'refused', class: 'invalid_input' })
    expect(await posts()).toEqual([])
    expectNoFiles(tempDir)
  })

  test('a reference or mask of a wrong kind or size is unusable, and nothing is sent', async () => {
    const { submit, posts } = await useOpenai()
    const requests = [
      image({ references: [picture(png, 'image/gif')] }),
      image({ references: [picture(Buffer.alloc(50 * 1024 * 1024))] }),
      image({ references: [picture()], mask: picture(jpeg, 'image/jpeg') }),
      image({ references: [picture()], mask: picture(Buffer.alloc(4 * 1024 * 1024)) }),
    ]
    for (const request of requests)
      expect(await submit(request)).toMatchObject({ kind: 'refused', class: 'input_unreachable' })
    expect(await posts()).toEqual([])
  })

  test('a reference that our storage cannot give at the moment may be tried again', async () => {
    const { submit, posts } = await useOpenai()
    const load = () => Promise.reject(new Error(`no answer from ${KEY}`))
    const answer = await submit(image({ references: [{ ...picture(), load }] }))
    expect(answer).toEqual({
      kind: 'refused',
      class: 'provider_transient',
      message: 'A reference could not be read',
    })
    expect(await posts()).toEqual([])
  })

  test('references that take too long leave no time for the purchase, so none is made', async () => {
    const { submit, posts } = await useOpenai()
    const load = async () => {
      await new Promise((go) => setTimeout(go, 300))
      return { bytes: png, contentType: 'image/png' }
    }
    const answer = await submit(image({ references: [{ ...picture(), load }] }), 400)
    expect(answer).toMatchObject({ kind: 'refused', class: 'provider_transient' })
    expect(await posts()).toEqual([])
  })

  test('without a folder for pictures none are bought', async () => {
    const { submit, posts } = await useOpenai({ tempDir: '/dev/null/pictures' })
    expect(await submit()).toMatchObject({ kind: 'refused', class: 'provider_transient' })
    expect(await posts()).toEqual([])
  })
})

test('the provider makes pictures only, holds a call for 180 s and gives up lost tries', async () => {
  const { provider } = await useOpenai()
  expect(provider).toMatchObject({
    name: 'openai',
    isSimulated: false,
    times: { submitTimeoutMs: 180_000 },
    filesPerJob: 4,
    lostTries: 'close',
    fileHosts: [],
  })
  expect(provider.offers.map(({ id }) => id)).toContain('openai/gpt-image-2.5-sunburst')
  expect(provider.offers.every(({ kind }) => kind === 'image')).toBe(true)
  expect([provider.find, provider.cancel, provider.adopt, provider.readCallback]).toEqual(
    Array(4).fill(undefined),
  )
  expect(await provider.check({ jobId: 'job-1' })).toEqual({ kind: 'unreachable' })
})
