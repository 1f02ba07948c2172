import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { makePng } from '../../src/media/index.ts'
import { makeMask } from './make-mask.ts'
import { readError, readResult, useOpenAi } from './use-openai.ts'

type Part = [name: string, value: string | Buffer, type?: string]

const png = (width = 64, height = 48) => makePng({ key: 'input', width, height, sizeBytes: 0 })

const convert = (codec: string): Buffer =>
  execFileSync(
    'ffmpeg',
    ['-v', 'error', '-f', 'png_pipe', '-i', '-', '-c:v', codec, '-f', 'image2pipe', '-'],
    {
      input: png(),
    },
  )

/** A form with these parts; model and prompt are there unless given. */
function newForm(...parts: Part[]): FormData {
  const form = new FormData()
  const usual: Part[] = [
    ['model', 'gpt-image-2.6-flare'],
    ['prompt', 'a red mug'],
  ]
  for (const part of usual) if (!parts.some(([name]) => name === part[0])) parts.push(part)
  for (const [name, value, type = 'image/png'] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)], { type }), 'a.png')
  }
  return form
}

const image: Part = ['image[]', png()]

test('an edit takes repeated image[] of three types, and counts them as input', async () => {
  const double = await useOpenAi()
  const form = newForm(
    image,
    ['image[]', convert('mjpeg'), 'image/jpeg'],
    ['n', '2'],
    ['image[]', convert('libwebp'), 'image/webp'],
  )
  const { data, usage } = await readResult(await double.edit(form))
  expect([data.length, usage]).toMatchObject([
    2,
    { input_tokens: 3072 + 3, input_tokens_details: { image_tokens: 3072, text_tokens: 3 } },
  ])
  const { requests } = await double.log()
  expect(requests[0]?.body).toMatchObject({ files: [{ field: 'image[]' }, {}, {}] })
  expect((await double.bill()).entries).toMatchObject([{ microUsd: 3 * 5 + 3072 * 8 + 2 * 1756 * 30 }])
})

test('one picture may come as image', async () => {
  const double = await useOpenAi()
  expect((await double.edit(newForm(['image', png()]))).status).toBe(200)
})

test('a mask of the right form is taken, for the first of two pictures', async () => {
  const double = await useOpenAi()
  const other: Part = ['image[]', png(32, 32)]
  expect((await double.edit(newForm(image, other, ['mask', makeMask(64, 48)]))).status).toBe(200)
  expect((await double.edit(newForm(image, ['markup', makeMask(64, 48)]))).status).toBe(200)
})

const big = Buffer.concat([makeMask(64, 48), Buffer.alloc(4 << 20)])

test.each<[string, Part[], string, string]>([
  ['no picture', [], 'missing_required_parameter', 'image'],
  [
    'image twice',
    [
      ['image', png()],
      ['image', png()],
    ],
    'duplicate_parameter',
    'image',
  ],
  ['image and image[]', [['image', png()], image], 'duplicate_parameter', 'image'],
  ['17 pictures', Array<Part>(17).fill(image), 'array_above_max_length', 'image'],
  ['a text as picture', [['image[]', 'data:image/png;base64,AAAA']], 'invalid_type', 'image[]'],
  ['another type', [['image[]', png(), 'application/octet-stream']], 'unsupported_file_mimetype', 'image'],
  ['no picture inside', [['image[]', Buffer.from('hello')]], 'invalid_image_file', 'image'],
  ['a cut picture', [['image[]', png().subarray(0, -20)]], 'invalid_image_file', 'image'],
  ['a mask of another size', [image, ['mask', makeMask(48, 64)]], 'invalid_mask_size', 'mask'],
  ['a mask without alpha', [image, ['mask', png()]], 'invalid_mask_image_format', 'mask'],
  ['an opaque mask', [image, ['mask', makeMask(64, 48, false)]], 'invalid_mask_image_format', 'mask'],
  ['a mask of 4 MB', [image, ['mask', big]], 'file_above_max_size', 'mask'],
  ['a JPEG as mask', [image, ['mask', convert('mjpeg'), 'image/jpeg']], 'unsupported_file_mimetype', 'mask'],
  [
    'two masks',
    [image, ['mask', makeMask(64, 48)], ['mask', makeMask(64, 48)]],
    'duplicate_parameter',
    'mask',
  ],
  [
    'mask and markup',
    [image, ['mask', makeMask(64, 48)], ['markup', makeMask(64, 48)]],
    'invalid_value',
    'markup',
  ],
  ['moderation', [image, ['moderation', 'low']], 'unknown_parameter', 'moderation'],
  ['n that is no number', [image, ['n', 'two']], 'invalid_type', 'n'],
  ['n twice', [image, ['n', '1'], ['n', '2']], 'duplicate_parameter', 'n'],
  ['an unknown file', [image, ['reference', png()]], 'unknown_parameter', 'reference'],
  ['no prompt', [image, ['prompt', '']], 'empty_string', 'prompt'],
])('an edit is refused: %s', async (_name, parts, code, param) => {
  const double = await useOpenAi()
  const answer = await double.edit(newForm(...parts))
  expect(await readError(answer)).toMatchObject({ status: 400, code, param })
  expect((await double.log()).jobs).toEqual([])
})

test.each<[string, Part, string]>([
  ['xhigh', ['quality', 'xhigh'], 'invalid_value'],
  ['input_fidelity', ['input_fidelity', 'high'], 'unsupported_parameter'],
  ['markup', ['markup', makeMask(64, 48)], 'unsupported_parameter'],
])('gpt-image-2 refuses %s on an edit', async (_name, part, code) => {
  const double = await useOpenAi()
  const form = newForm(image, ['model', 'gpt-image-2'], part)
  expect(await readError(await double.edit(form))).toMatchObject({ status: 400, code })
})

test('a body that is no form is refused', async () => {
  const double = await useOpenAi()
  const headers = { authorization: 'Bearer double-key', 'content-type': 'application/json' }
  const answer = await fetch(`${double.url}/v1/images/edits`, { method: 'POST', headers, body: '{}' })
  expect((await readError(answer)).status).toBe(400)
})

test('a streamed edit has events of its own, and faults find an edit by its prompt', async () => {
  const double = await useOpenAi()
  const events = await (await double.edit(newForm(image, ['stream', 'true']))).text()
  expect(events).toMatch(/^event: image_edit\.completed\n/)
  await double.fault({ fault: 'status', status: 503, match: { prompt: 'red mug', path: 'edits' } })
  expect((await double.generate({ prompt: 'a red mug' })).status).toBe(200)
  expect((await double.edit(newForm(image))).status).toBe(503)
})
