import type { SubmitAnswer } from '@atelier/contract'
import { readBytes } from '../api.ts'
import { atOnce, type Caller } from '../caller.ts'
import { expectMatch, expectThat, show } from '../expect.ts'
import { expectBadField, expectRefusals } from '../expect-answer.ts'
import { expectFileUrl, PICTURE_EXTENSIONS } from '../expect-media.ts'
import { accept, acceptAt, PROMPT, pollMedia, submitImage, waitForMedia } from '../jobs.ts'
import { readBalance, readLedger, sha256 } from '../ledger.ts'
import { expectThumbnail, readPngSize } from '../read-files.ts'
import type { Section } from '../suite.ts'

const JSON_BODY_BYTES = 262_144

export const image: Section = {
  name: 'image',
  async run({ check, takeUser }) {
    const user = takeUser()
    const odd = takeUser()
    const clumsy = takeUser()
    const before = await readBalance(user)
    await check(
      'submit answers 201 and charges 400; the poll ends completed, with a file and a thumbnail',
      () => checkOneImage(user, before),
    )
    await check('sizes give files of that ratio and orientation', () => checkSizes(user))
    await check('n = 4 costs 1,600 once and gives four different files, three of them siblings', () =>
      checkSiblings(user, before - 4 * 400),
    )
    await check('bad fields are 400, named, and cost nothing', () => checkBadFields(clumsy))
    await check('a prompt of exactly 1,000 code points is accepted', () =>
      accept(submitImage(odd, { prompt: '\u{1F35C}'.repeat(1000) }), '1,000 emoji'),
    )
    await check('unknown fields are ignored and named; none of them changes the price', async () => {
      const sent = submitImage(odd, { creditsCost: 1, cost: 0, seed: 7 })
      const { ignoredFields } = await acceptAt(400, sent)
      expectMatch(ignoredFields.toSorted(), ['cost', 'creditsCost', 'seed'], 'ignoredFields')
    })
    await check(
      'invalid JSON, another content type and over 262,144 bytes are 400; exactly that many are accepted',
      () => checkBodies(odd),
    )
  },
}

async function checkOneImage(user: Caller, before: number): Promise<void> {
  const { id, ignoredFields, balanceAfter } = await acceptAt(400, submitImage(user))
  expectMatch(
    [ignoredFields, balanceAfter, await readBalance(user)],
    [[], before - 400, before - 400],
    'ignoredFields, balanceAfter, balance',
  )
  const media = await waitForMedia(user, id)
  const { videoUrl, thumbnailUrl } = media
  const completed = { status: 'completed', mediaType: 'IMAGE', prompt: PROMPT, model: 'simulator/ok' }
  const outputs = [{ id, videoUrl, thumbnailUrl }]
  expectMatch(media, { ...completed, creditsRefunded: 0, outputs }, 'fields')
  expectFileUrl(user.api.baseUrl, media, PICTURE_EXTENSIONS)
  const unset = { refundedAt: null, errorMessage: null, errorCode: null, clientRef: null, parentId: null }
  expectMatch(media, { ...unset, productId: null, characterId: null, cepId: null }, 'fields without a value')
  await expectThumbnail(user.api, thumbnailUrl)
}

async function checkSizes(user: Caller): Promise<void> {
  const shapes = [
    { size: '1:1', ratio: 1, orientation: 'square' },
    { size: '2:3', ratio: 2 / 3, orientation: 'portrait' },
    { size: '3:2', ratio: 3 / 2, orientation: 'landscape' },
  ]
  const jobs = await Promise.all(shapes.map(({ size }) => accept(submitImage(user, { size }))))
  for (const [index, { ratio, orientation }] of shapes.entries()) {
    const media = await waitForMedia(user, jobs[index]?.id ?? '')
    const [width, height] = readPngSize(await readBytes(user.api, media.videoUrl ?? ''))
    const fits = media.orientation === orientation && Math.abs(width / height - ratio) < 0.02
    expectThat(fits, `${orientation}: got ${media.orientation}, ${width}x${height}`)
  }
}

async function checkSiblings(user: Caller, before: number): Promise<void> {
  const { id } = await acceptAt(1600, submitImage(user, { n: 4 }))
  const { outputs, videoUrl, thumbnailUrl } = await waitForMedia(user, id)
  expectMatch(
    [outputs.length, outputs[0]],
    [4, { id, videoUrl, thumbnailUrl }],
    'four outputs, the job first',
  )
  const hashes = await atOnce(4, async (i) => sha256(await readBytes(user.api, outputs[i]?.videoUrl ?? '')))
  expectMatch(new Set(hashes).size, 4, 'different files')
  for (const output of outputs.slice(1)) {
    const sibling = await pollMedia(user, output.id)
    const free = { status: 'completed', parentId: id, creditsCost: 0, charged: 'none' }
    expectMatch(sibling, { ...output, ...free }, 'sibling')
    expectFileUrl(user.api.baseUrl, sibling, PICTURE_EXTENSIONS)
  }
  expectMatch(await readBalance(user), before - 1600, 'one charge')
}

/** Ten of them: as many as one user may submit in a minute. */
const badFields: [field: string, value: unknown][] = [
  ['prompt', undefined],
  ['prompt', '   '],
  ['prompt', 'x'.repeat(1001)],
  ['prompt', 7],
  ['size', '4:3'],
  ['n', 3],
  ['n', '1'],
  ['clientRef', 'x'.repeat(201)],
  ['clientRef', ''],
  ['model', 'no/such-model'],
]

async function checkBadFields(user: Caller): Promise<void> {
  for (const [field, value] of badFields)
    await expectBadField(field, {
      [`${field} ${show(value).slice(0, 20)}`]: submitImage(user, { [field]: value }),
    })
  expectMatch((await readLedger(user)).length, 1, 'entries: the grant alone')
}

async function checkBodies(user: Caller): Promise<void> {
  const post = (body: unknown) => user.post<SubmitAnswer>('/api/gen/image', body)
  const sized = (bytes: number) => {
    const body = { prompt: 'x', model: 'simulator/ok', pad: '' }
    return post({ ...body, pad: 'y'.repeat(bytes - JSON.stringify(body).length) })
  }
  await expectRefusals(400, { 'invalid JSON': post('{"prompt": ') }, { code: 'invalid_json' })
  const plain = { body: 'prompt=x', headers: { 'content-type': 'text/plain' } }
  const asText = user.api.call('POST', '/api/gen/image', { key: user.apiKey, ...plain })
  await expectRefusals(400, { 'text/plain': asText })
  const tooLarge = { 'one byte too many': sized(JSON_BODY_BYTES + 1) }
  await expectRefusals(400, tooLarge, { code: 'body_too_large', limit: JSON_BODY_BYTES })
  await accept(sized(JSON_BODY_BYTES), 'exactly 256 KB')
}
