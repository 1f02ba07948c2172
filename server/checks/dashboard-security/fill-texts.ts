import { callAs, type SeededUser, writeForm } from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'
import { textOf } from './hostile-texts.ts'
import type { World } from './open-world.ts'
import { openSession, type SignedIn } from './sign-in.ts'

const DAY_MS = 86_400_000
const DAYS = 9
/** Enough ads for a usual result and for patterns; some win and some lose. */
const ORDERS = [9, 8, 4, 4, 4, 3, 1]
const FINISHED_MS = 60_000

/** The pages on which all of it is shown. */
export type Filled = { paths: string[] }

type Holders = { product: string; renamed: string; character: string; topic: string; ceps: string[] }

/** Writes a hostile text into every text field, as an agent and as the owner. */
export async function fillTexts(world: World, user: SeededUser): Promise<Filled> {
  const session = await openSession(world, user)
  const agent = await openAgent(world, session)
  const holders = await createHolders(agent)
  const media = await makeMedia(agent, holders)
  await sendReports(agent, holders, media)
  const note = { text: textOf('writeNote.text'), keywords: [textOf('writeNote.keywords')] }
  await session.call('POST', '/api/owner/live/agent/knowledge/notes', { body: note })
  const { product, renamed, character, topic } = holders
  const { images, video } = media
  return {
    paths: [
      '/',
      '/studio',
      `/studio/${images[0]}`,
      `/studio/${video}`,
      `/compare?first=${images[0]}&second=${images[1]}`,
      `/compare?first=${images[0]}`,
      '/make',
      `/make?from=${images[0]}`,
      `/make?product=${product}&point=${holders.ceps[0]}&character=${character}`,
      '/products',
      '/products?tab=characters',
      '/products?tab=topics',
      `/products/${renamed}`,
      ...['', '?tab=points', '?tab=library', '?tab=results'].map((tab) => `/products/${product}${tab}`),
      `/characters/${character}`,
      `/topics/${topic}`,
      '/knowledge',
      ...['pictures', 'patterns', 'claims', 'plan', 'review'].map(
        (tab) => `/knowledge?tab=${tab}&product=${product}`,
      ),
      `/knowledge?product=${product}`,
      // The owner's own note needs no review.
      '/knowledge?tab=review&notes=accepted',
      '/credits',
      '/connections',
      '/settings',
      await connectClient(world, session),
    ],
  }
}

/** A client whose name is hostile, too. Returns the page on which it asks. */
async function connectClient({ baseUrl }: World, { call }: SignedIn): Promise<string> {
  const redirect_uri = 'https://client.example/callback'
  const metadata = { client_name: textOf('createKey.name'), redirect_uris: [redirect_uri] }
  const { client_id } = await callAs(baseUrl, {})('POST', '/oauth/register', { body: metadata })
  const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
  const asked = { response_type: 'code', client_id, redirect_uri, ...challenge, resource: `${baseUrl}/mcp` }
  const request = new URLSearchParams(asked).toString()
  await call('POST', '/api/account/consents', { body: { request, decision: 'allow' } })
  return `/oauth/authorize?${request}`
}

/** Two keys: the agent's, and one that is renamed. */
async function openAgent({ baseUrl }: World, { call }: SignedIn) {
  const { secret } = await call('POST', '/api/account/keys', { body: { name: textOf('createKey.name') } })
  const { key } = await call('POST', '/api/account/keys', { body: { name: 'before' } })
  await call('PATCH', `/api/account/keys/${key.id}`, { body: { name: textOf('changeKey.name') } })
  return callAs(baseUrl, { 'x-api-key': secret })
}

type Agent = Awaited<ReturnType<typeof openAgent>>

async function createHolders(call: Agent): Promise<Holders> {
  const productOf = async (name: string): Promise<string> =>
    (await call('POST', '/api/gen/products', { body: { name } })).product.id
  const product = await productOf(textOf('createProduct.name'))
  const renamed = await productOf('before')
  await call('PATCH', `/api/gen/products/${renamed}`, { body: { name: textOf('renameProduct.name') } })
  const described = {
    name: textOf('createCharacter.name'),
    description: textOf('createCharacter.description'),
  }
  const character = (await call('POST', '/api/gen/characters', { body: described })).character.id
  const named = { name: textOf('createTopic.name'), description: textOf('createTopic.description') }
  const topic = (await call('POST', '/api/agent/topics', { body: named })).topic.id
  const photo = { form: await writeForm({ label: textOf('addProductReference.label') }) }
  await call('POST', `/api/gen/products/${product}/reference`, photo)
  const face = { form: await writeForm({ label: textOf('addCharacterReference.label') }) }
  await call('POST', `/api/gen/characters/${character}/reference`, face)
  const ceps: string[] = []
  for (const body of [
    { productId: product, cepText: textOf('createCep.cepText'), angle: textOf('createCep.angle') },
    {
      productId: product,
      cepText: 'Cups chip',
      painPoint: textOf('createCep.painPoint'),
      keywords: [textOf('createCep.keywords')],
    },
    { topicId: topic, cepText: 'The first frost', notes: textOf('createCep.notes') },
  ])
    ceps.push((await call('POST', '/api/agent/ceps', { body })).cep.id)
  return { product, renamed, character, topic, ceps }
}

type Made = { images: string[]; video: string }

async function makeMedia(call: Agent, { product, character, ceps }: Holders): Promise<Made> {
  const images: string[] = []
  for (const at of ORDERS.keys()) {
    const body = {
      prompt: `${textOf('submitImage.prompt')} ${at}`,
      hook: textOf('submitImage.hook'),
      clientRef: `${textOf('submitImage.clientRef')} ${at}`,
      productId: product,
      characterId: character,
      cepId: ceps[at % 2],
    }
    images.push((await call('POST', '/api/gen/image', { body })).id)
  }
  const body = {
    prompt: textOf('submitVideo.prompt'),
    hook: textOf('submitVideo.hook'),
    clientRef: textOf('submitVideo.clientRef'),
    durationSeconds: 6,
  }
  const video = (await call('POST', '/api/gen/video', { body })).id
  for (const id of [...images, video]) {
    const isFinal = async () => !(await call('GET', `/api/gen/media/${id}`)).waiting
    await waitUntil(`${id} is final`, isFinal, { withinMs: FINISHED_MS })
  }
  return { images, video }
}

const dayOf = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)

const rowsOf = (orders: number, more: object) =>
  Array.from({ length: DAYS }, (_, at) => ({
    day: dayOf(DAYS - at),
    currency: 'EUR',
    spend: 100,
    impressions: 4_000,
    clicks: 80,
    conversions: orders,
    conversionType: textOf('sendReport.rows.conversionType'),
    revenue: 50 * orders,
    attribution: textOf('sendReport.rows.attribution'),
    objective: textOf('sendReport.rows.objective'),
    platformCampaignId: textOf('sendReport.rows.platformCampaignId'),
    breakdowns: [
      {
        by: 'placement',
        value: textOf('sendReport.rows.breakdowns.value'),
        spend: 60,
        impressions: 3_000,
        clicks: 50,
        conversions: 1,
        revenue: 50,
      },
    ],
    fetchedAt: new Date().toISOString(),
    ...more,
  }))

/** Ads that are named by the report, by their rows or not at all, and claims about them. */
async function sendReports(call: Agent, { product, ceps }: Holders, { images }: Made): Promise<void> {
  const send = (body: object) => call('POST', '/api/agent/reports', { body })
  for (const [at, id] of images.entries()) {
    const isUnnamed = at === 2
    const ofRow = at === 3
    const subject = {
      generatedMediaId: id,
      productId: product,
      cepId: ceps[at % 2],
      ...(!ofRow && { platformAdId: isUnnamed ? textOf('sendReport.platformAdId') : `ad ${at}` }),
      ...(!isUnnamed && !ofRow && { campaignName: `${textOf('sendReport.campaignName')} ${at % 2}` }),
    }
    const named = {
      platformAdId: 'ad of its row',
      campaignName: textOf('sendReport.rows.campaignName'),
    }
    const rows = rowsOf(ORDERS[at] ?? 4, ofRow ? named : {})
    await send({ idempotencyKey: `rows ${at}`, kind: 'observation', ...subject, rows })
    if (at === 0) await send(claimOf(subject))
  }
  const unnamed = rowsOf(4, { platformAdId: textOf('sendReport.rows.platformAdId') })
  await send({ idempotencyKey: 'rows', kind: 'observation', productId: product, rows: unnamed })
}

const claimOf = (subject: object) => ({
  idempotencyKey: textOf('sendReport.idempotencyKey'),
  kind: 'claim',
  ...subject,
  metric: 'roas',
  value: 6,
  windowStart: dayOf(DAYS),
  windowEnd: dayOf(1),
  conversionType: textOf('sendReport.conversionType'),
  attribution: textOf('sendReport.attribution'),
  objective: textOf('sendReport.objective'),
  note: textOf('sendReport.note'),
  keywords: [textOf('sendReport.keywords')],
})
