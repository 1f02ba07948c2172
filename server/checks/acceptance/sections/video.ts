import type { Character, Media, SubmitAnswer } from '@atelier/contract'
import { readBytes } from '../api.ts'
import type { Caller } from '../caller.ts'
import { appendFile, drawPng, writeForm } from '../draw-png.ts'
import { expectMatch, expectThat, fail, show } from '../expect.ts'
import { expectBadField, expectCreated, expectError, expectOk, expectRefusals } from '../expect-answer.ts'
import { expectFileUrl } from '../expect-media.ts'
import {
  accept,
  acceptAt,
  addPhoto,
  addProductPhoto,
  createProduct,
  pollMedia,
  submitImage,
  submitVideo,
  waitForMedia,
} from '../jobs.ts'
import { readBalance } from '../ledger.ts'
import { expectThumbnail, readMp4 } from '../read-files.ts'
import type { Section } from '../suite.ts'

const UPLOAD_BYTES = 10_485_760

const send = (caller: Caller, form: FormData) => caller.upload<SubmitAnswer>('/api/gen/video', form)

export const video: Section = {
  name: 'video',
  async run({ check, takeUser }) {
    const user = takeUser()
    const other = takeUser()
    const picky = takeUser()
    let film: Media | undefined
    await check(
      'Form A: a character and a product in one scene become an MP4 of the requested length and shape',
      async () => {
        film = await checkFilm(user)
      },
    )
    await check('Form A refuses values outside its lists; a prompt has up to 2,000 characters', () =>
      checkBadFields(other),
    )
    await check('Form B: one image, defaults portrait, SD, 10 s; given values are used', () =>
      checkForm(user, film?.thumbnailUrl ?? fail('Form A made no thumbnail')),
    )
    await check(
      'Form B: the same clientRef and file replay, another file conflicts; images have their own clientRefs',
      () => checkFormReplay(user),
    )
    await check(
      'Form B refuses bad values, a missing or second file, text, SVG and 10 MB + 1 byte; accepts 10 MB',
      () => checkBadForms(picky),
    )
  },
}

async function checkFilm(user: Caller): Promise<Media> {
  const product = await createProduct(user)
  const photo = await addProductPhoto(user, product.id, 'front', [10, 200, 90])
  const created = user.post<{ character: Character }>('/api/gen/characters', { name: 'Mia' })
  const { character } = await expectCreated(created, 'create character')
  const face = await addPhoto(user, { family: 'characters', id: character.id }, 'face', [240, 200, 180])
  const subjects = { productId: product.id, characterId: character.id }
  const shape = { durationSeconds: 6, orientation: 'landscape' }
  const { id } = await acceptAt(1000, submitVideo(user, { ...subjects, ...shape }))
  const film = await waitForMedia(user, id, 180)
  const completed = { status: 'completed', mediaType: 'VIDEO', resolution: 'SD' }
  expectMatch(film, { ...completed, ...subjects, ...shape }, 'fields')
  const inputs = [
    { photoReferenceId: photo.id, fileUrl: photo.url, label: 'front' },
    { photoReferenceId: face.id, fileUrl: face.url, label: 'face' },
  ]
  expectMatch(film.inputs, inputs, 'inputs')
  expectFileUrl(user.api.baseUrl, film, 'mp4')
  const { seconds, width, height } = readMp4(await readBytes(user.api, film.videoUrl ?? ''))
  const isRight = Math.abs(seconds - 6) < 0.5 && width > height
  expectThat(isRight, `6 seconds, landscape; got ${seconds} and ${width}x${height}`)
  await expectThumbnail(user.api, film.thumbnailUrl)
  const detail = user.get<{ product: { media: Media[] } }>(`/api/gen/products/${product.id}`)
  const { media } = (await expectOk(detail, 'product')).product
  expectThat(
    media.some((one) => one.id === id),
    'attached to the product automatically',
  )
  return film
}

async function checkBadFields(user: Caller): Promise<void> {
  const bad: [field: string, value: unknown][] = [
    ['orientation', 'round'],
    ['resolution', '4K'],
    ['durationSeconds', 7],
    ['durationSeconds', '10'],
    ['prompt', 'x'.repeat(2001)],
    ['prompt', undefined],
  ]
  for (const [field, value] of bad)
    await expectBadField(field, {
      [`${field} ${show(value).slice(0, 20)}`]: submitVideo(user, { [field]: value }),
    })
  const plain = { body: 'prompt=x', headers: { 'content-type': 'text/plain' } }
  const asText = user.api.call('POST', '/api/gen/video', { key: user.apiKey, ...plain })
  await expectRefusals(400, { 'neither JSON nor multipart': asText })
  await accept(submitVideo(user, { prompt: 'x'.repeat(2000) }), '2,000 characters')
}

async function checkForm(user: Caller, jpegUrl: string): Promise<void> {
  const model = 'simulator/ok'
  const form = writeForm({ prompt: 'it moves', model })
  const { id } = await acceptAt(1300, send(user, form), 'multipart')
  const media = await pollMedia(user, id)
  const defaults = { orientation: 'portrait', resolution: 'SD', durationSeconds: 10 }
  expectMatch(media, defaults, 'defaults')
  expectMatch(media.inputs.length, 1, 'inputs')
  const given = { resolution: 'HD', durationSeconds: '6', orientation: 'square' }
  const jpeg = { bytes: await readBytes(user.api, jpegUrl), type: 'image/jpeg', name: 'a.jpg' }
  const second = await acceptAt(
    2000,
    send(user, writeForm({ prompt: 'x', model, ...given }, jpeg)),
    'a JPEG, HD, 6 s',
  )
  expectMatch(await pollMedia(user, second.id), { ...given, durationSeconds: 6 }, 'given values')
}

async function checkFormReplay(user: Caller): Promise<void> {
  const fields = { prompt: 'it moves', model: 'simulator/ok', clientRef: 'form' }
  const { id } = await accept(send(user, writeForm(fields)), 'first')
  const again = await send(user, writeForm(fields))
  const found = [again.status, again.json.id, again.headers.get('idempotent-replayed')]
  expectMatch(found, [201, id, 'true'], 'replay')
  const other = await send(user, writeForm(fields, drawPng(321, 240)))
  expectError(other, 409, 'another file', { code: 'client_ref_conflict', existingId: id })
  const image = await accept(submitImage(user, { clientRef: 'form' }))
  expectThat(image.id !== id, 'an image with that clientRef is another job')
}

async function checkBadForms(user: Caller): Promise<void> {
  const prompt = 'x'
  const twoFiles = writeForm({ prompt })
  appendFile(twoFiles, { bytes: drawPng(9, 9), name: 'b.png' })
  const large = (bytes: number) =>
    writeForm({ prompt, model: 'simulator/ok' }, drawPng(1800, 1900, [1, 2, 3], bytes))
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const forms = {
    orientation: writeForm({ prompt, orientation: 'round' }),
    durationSeconds: writeForm({ prompt, durationSeconds: '7' }),
    'no file': writeForm({ prompt }, null),
    'two files': twoFiles,
    'text as PNG': writeForm({ prompt }, Buffer.from('hello')),
    SVG: writeForm({ prompt }, { bytes: svg, type: 'image/svg+xml', name: 'a.svg' }),
    'too large': large(UPLOAD_BYTES + 1),
  }
  for (const [what, form] of Object.entries(forms)) expectError(await send(user, form), 400, what)
  expectMatch(await readBalance(user), 1_000_000, 'nothing charged')
  await accept(send(user, large(UPLOAD_BYTES)), 'exactly 10 MB')
}
