import type { Character, Media, Photo, Product, Quote, SubmitAnswer } from '@atelier/contract'
import { absentId, atOnce, type Caller } from '../caller.ts'
import { expectUntouched } from '../canary.ts'
import { expectId, expectMatch, expectThat } from '../expect.ts'
import { expectBadField, expectCreated, expectError, expectOk, expectRefusals } from '../expect-answer.ts'
import {
  accept,
  addPhoto,
  addProductPhoto,
  createProduct,
  pollMedia,
  type Submit,
  submitImage,
  submitVideo,
  waitForMedia,
} from '../jobs.ts'
import { readBalance } from '../ledger.ts'
import type { Section } from '../suite.ts'

export const references: Section = {
  name: 'references',
  async run({ check, takeUser }) {
    const user = takeUser()
    const caster = takeUser()
    const otherUser = takeUser()
    const product = await createProduct(user)
    const ids: string[] = []
    for (let i = 0; i < 7; i++)
      ids.push((await addProductPhoto(user, product.id, `p${i}`, [30 * i, 80, 120])).id)
    await check(
      'a product adds its primary photo by default, none with useProductPhoto false, or the chosen ones',
      () => checkProductPhotos(user, product, ids),
    )
    await check('duplicates count once; more than 5 explicit ones are 400', () =>
      checkMaximum(user, product, ids),
    )
    await check(
      'a character of 5 photos and a product: product first, the fifth dropped and named; explicit first',
      () => checkCharacter(caster, otherUser),
    )
    await check("another user's photo is 403, an absent one 404; contradictions are 400", () =>
      checkRefusals(otherUser, ids[0] as string),
    )
    await check('an address inside the network of the service is never fetched', () =>
      checkPrivateAddresses(takeUser()),
    )
  },
}

type Used = SubmitAnswer & { inputs: string[] }

/** Submits, and reads which photos the job uses. */
async function submitAndRead(caller: Caller, fields: object, submit: Submit = submitImage): Promise<Used> {
  const answer = await accept(submit(caller, fields))
  const media = await pollMedia(caller, answer.id)
  const what = 'droppedReferences of submit and media'
  expectMatch(media.droppedReferences, answer.droppedReferences, what)
  return { ...answer, inputs: media.inputs.map(({ photoReferenceId }) => photoReferenceId) }
}

async function checkProductPhotos(user: Caller, { id: productId }: Product, ids: string[]): Promise<void> {
  const inputsOf = async (fields: object) => (await submitAndRead(user, { productId, ...fields })).inputs
  expectMatch(await inputsOf({}), [ids[0]], 'primary')
  expectMatch(await inputsOf({ useProductPhoto: false }), [], 'none')
  const chosen = [ids[2], ids[1]]
  expectMatch(await inputsOf({ productPhotoReferenceIds: chosen }), chosen, 'chosen, in order')
  const other = await createProduct(user, 'Other')
  const photo = await addProductPhoto(user, other.id, 'o', [1, 2, 3])
  const mixed = await submitImage(user, { productId, productPhotoReferenceIds: [photo.id] })
  expectError(mixed, 400, 'of another product')
  const bare = await submitAndRead(user, { productId: (await createProduct(user, 'Bare')).id })
  expectThat(
    bare.inputs.length === 0 && /photo/i.test(bare.message),
    `a product without photos proceeds, and the message says so: ${bare.message}`,
  )
}

async function checkMaximum(user: Caller, product: Product, ids: string[]): Promise<void> {
  const twice = await submitAndRead(user, { photoReferenceIds: [ids[0], ids[0], ids[1]] })
  expectMatch(twice.inputs, [ids[0], ids[1]], 'de-duplicated')
  const five = ids.slice(0, 5)
  const full = await submitAndRead(user, { productId: product.id, photoReferenceIds: [...five, ids[1]] })
  expectMatch(full.inputs, five, 'five and one twice; the primary is among them')
  const six = await submitImage(user, { photoReferenceIds: ids.slice(0, 6) })
  expectError(six, 400, 'six', { code: 'too_many_references', limit: 5, given: 6 })
}

type Cast = { cup: Product; shots: string[]; character: Character; faces: string[] }

/** A product with three photos and a character with five. */
async function createCast(user: Caller): Promise<Cast> {
  const cup = await createProduct(user)
  const path = '/api/gen/characters'
  const fields = { name: ' Mia ', description: 'a runner' }
  const created = user.post<{ character: Character }>(path, fields)
  const { character } = await expectCreated(created, 'create character')
  expectId(character.id, 'chr', 'id')
  const nameless = user.post(path, { description: 'unnamed' })
  await expectBadField('name', { 'a character without a name': nameless })
  const shots: string[] = []
  for (let i = 0; i < 3; i++)
    shots.push((await addProductPhoto(user, cup.id, `shot ${i}`, [10, 90 * i, 50])).id)
  const holder = { family: 'characters', id: character.id } as const
  const faces: string[] = []
  for (let i = 0; i < 5; i++)
    faces.push((await addPhoto(user, holder, `face ${i}`, [240, 200 - 9 * i, 180])).id)
  const { characters } = await expectOk(user.get<{ characters: Character[] }>(path), 'characters')
  const listed = [{ id: character.id, name: 'Mia', description: 'a runner', photoCount: 5 }]
  expectMatch(characters, listed, 'characters')
  const detail = user.get<{ character: { photos: Photo[] } }>(`${path}/${character.id}`)
  const { photos } = (await expectOk(detail, 'character')).character
  expectMatch(
    photos.map(({ id }) => id),
    faces,
    'photos of the character',
  )
  return { cup, shots, character, faces }
}

async function checkCharacter(user: Caller, otherUser: Caller): Promise<void> {
  const { cup, shots, character, faces } = await createCast(user)
  const both = { productId: cup.id, characterId: character.id }
  const dropped = (ids: string[]) =>
    ids.map((photoReferenceId) => ({ photoReferenceId, origin: 'character' }))
  const five = await submitAndRead(user, both)
  const filled = [[shots[0], ...faces.slice(0, 4)], dropped(faces.slice(4))]
  expectMatch([five.inputs, five.droppedReferences], filled, 'image')
  const isNamed = five.message.includes(faces[4] as string) || five.message.includes('face 4')
  expectThat(isNamed, `message names it: ${five.message}`)
  const explicit = { photoReferenceIds: [shots[2]], productPhotoReferenceIds: [shots[1]] }
  const film = await submitAndRead(user, { ...both, ...explicit, durationSeconds: 6 }, submitVideo)
  const first = [[shots[2], shots[1], ...faces.slice(0, 3)], dropped(faces.slice(3))]
  expectMatch([film.inputs, film.droppedReferences], first, 'video: explicit first, in their order')
  const url = 'https://example.com/a.png'
  const wanted = { ...both, photoReferenceIds: [shots[2]], imageUrls: [url] }
  const quoted = user.post<{ quote: Quote }>('/api/gen/quote', { kind: 'image', prompt: 'x', ...wanted })
  const { quote } = await expectOk(quoted, 'quote')
  const order = [url, shots[2], shots[0], faces[0], faces[1]].map((one, index) => [one, index])
  expectMatch(
    [
      quote.references.map((one) => [one.fileUrl === url ? url : one.photoReferenceId, one.order]),
      quote.droppedReferences,
    ],
    [order, dropped(faces.slice(2))],
    'quote: addresses, ids, product, character',
  )
  const foreign = await submitImage(otherUser, { characterId: character.id })
  expectError(foreign, 403, 'foreign character', { code: 'not_owner', field: 'characterId' })
  const byPath = await otherUser.get(`/api/gen/characters/${character.id}`)
  expectError(byPath, 404, 'foreign character by path')
  const listed = await expectOk(otherUser.get<{ characters: [] }>('/api/gen/characters'), 'list')
  expectMatch(listed.characters, [], 'list of another user')
}

async function checkRefusals(otherUser: Caller, foreignPhoto: string): Promise<void> {
  const { id: productId } = await createProduct(otherUser)
  const use = (fields: object) => submitImage(otherUser, fields)
  const foreign = await use({ photoReferenceIds: [foreignPhoto] })
  expectError(foreign, 403, 'foreign photo', { code: 'not_owner', field: 'photoReferenceIds' })
  expectError(await use({ photoReferenceIds: [absentId('pho')] }), 404, 'absent photo')
  const chosen = { productPhotoReferenceIds: [foreignPhoto] }
  const contradictions = {
    'useProductPhoto without productId': use({ useProductPhoto: true }),
    'productPhotoReferenceIds without productId': use(chosen),
    'chosen photos and useProductPhoto false': use({ productId, useProductPhoto: false, ...chosen }),
    'a mask without a reference': use({ maskUrl: 'https://example.com/m.png' }),
    'http image': use({ imageUrls: ['http://example.com/a.png'] }),
    'useProductPhoto "false"': use({ productId, useProductPhoto: 'false' }),
  }
  await expectRefusals(400, contradictions, { code: 'invalid_request' })
  expectMatch(await readBalance(otherUser), 1_000_000, 'nothing charged')
}

async function checkPrivateAddresses(user: Caller): Promise<void> {
  await expectUntouched(async (port) => {
    const local = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0177.0.0.1', '2130706433']
    const hosts = [...local.map((host) => `${host}:${port}`), '169.254.169.254']
    const submits = (i: number) => submitImage(user, { imageUrls: [`https://${hosts[i]}/a.png`] })
    for (const [i, answer] of (await atOnce(hosts.length, submits)).entries()) {
      const host = hosts[i] as string
      if (answer.status === 201) expectUnusable(await waitForMedia(user, answer.json.id), host)
      else expectError(answer, 400, host)
    }
  })
  expectMatch(await readBalance(user), 1_000_000, 'nothing charged')
}

const expectUnusable = (media: Media, host: string): void =>
  expectMatch(media, { status: 'failed', charged: 'refunded', errorCode: 'reference_unusable' }, host)
