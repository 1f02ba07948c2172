import { type CallApi, writeForm } from '../../harness/driver/index.ts'
import { newId } from '../../src/platform/ids/index.ts'

/** A user who writes with a key and on the dashboard. */
export type Victim = { agent: CallApi; dashboard: CallApi; asKey: (secret: string) => CallApi }

/**
 * How a text gets into a memory through one field, together with words by which its record is found. The text
 * must not make its record count for more than its evidence.
 */
export type Journey = {
  evidence: 'claimed' | 'observed' | 'owner_note'
  take: (victim: Victim, text: string, words: string) => Promise<unknown>
}

const claim = { kind: 'claim', metric: 'roas', value: 6, windowStart: '2026-01-01', windowEnd: '2026-01-07' }
const row = {
  day: '2026-01-02',
  currency: 'EUR',
  spend: 100,
  impressions: 5_000,
  clicks: 60,
  conversions: 4,
  conversionType: 'purchase',
  revenue: 400,
  attribution: '7d_click',
  objective: 'sales',
  fetchedAt: '2026-01-03T00:00:00.000Z',
}

const report = ({ agent }: Victim, words: string, body: object): Promise<unknown> =>
  agent('POST', '/api/agent/reports', {
    body: { idempotencyKey: `of ${words}`, platformAdId: `ad ${words}`, campaignName: words, ...body },
  })

const product = async ({ agent }: Victim, name: string): Promise<string> =>
  (await agent('POST', '/api/gen/products', { body: { name } })).product.id

const claims = (take: Journey['take']): Journey => ({ evidence: 'claimed', take })

const part = { by: 'placement', spend: 60, impressions: 3_000, clicks: 40, conversions: 2, revenue: 200 }

/** Keywords are a list, and a breakdown names its part. */
function sentAs(field: string, text: string): unknown {
  if (field === 'keywords') return [text]
  return field === 'breakdowns' ? [{ ...part, value: text }] : text
}

const ofClaim = (field: string): Journey =>
  claims((victim, text, words) => report(victim, words, { ...claim, [field]: text }))

const ofRow = (field: string): Journey => ({
  evidence: 'observed',
  take: (victim, text, words) =>
    report(victim, words, { kind: 'observation', rows: [{ ...row, [field]: sentAs(field, text) }] }),
})

/** A field that is sent once above the rows. */
const ofRows = (field: keyof typeof row): Journey => ({
  evidence: 'observed',
  take: (victim, text, words) => {
    const { [field]: _, ...own } = row
    return report(victim, words, { kind: 'observation', [field]: text, rows: [own] })
  },
})

const ofCep = (field: string): Journey =>
  claims(async (victim, text, words) => {
    const body = { cepText: words, productId: await product(victim, 'Mug'), [field]: sentAs(field, text) }
    const { cep } = await victim.agent('POST', '/api/agent/ceps', { body })
    await report(victim, words, { ...claim, cepId: cep.id })
  })

const ofTopic = (field: string): Journey =>
  claims(async ({ agent }, text, words) => {
    const { topic } = await agent('POST', '/api/agent/topics', { body: { name: 'Winter', [field]: text } })
    await agent('POST', '/api/agent/ceps', { body: { cepText: words, topicId: topic.id } })
  })

const ofMedia = (path: string, field: string): Journey =>
  claims(async (victim, text, words) => {
    const body = { prompt: 'a red mug', [field]: text }
    const { id } = await victim.agent('POST', path, { body })
    await report(victim, words, { ...claim, generatedMediaId: id })
  })

const ofCharacter = (field: string): Journey =>
  claims(async (victim, text, words) => {
    const { character } = await victim.agent('POST', '/api/gen/characters', {
      body: { name: 'Mia', [field]: text },
    })
    const body = { prompt: 'a woman with a mug', characterId: character.id }
    const { id } = await victim.agent('POST', '/api/gen/image', { body })
    await report(victim, words, { ...claim, generatedMediaId: id })
  })

const ofPhoto = (collection: 'products' | 'characters'): Journey =>
  claims(async (victim, text, words) => {
    const made = await victim.agent('POST', `/api/gen/${collection}`, { body: { name: words } })
    const form = await writeForm({ label: text })
    const { id } = made.product ?? made.character
    await victim.agent('POST', `/api/gen/${collection}/${id}/reference`, { form })
    await report(victim, words, claim)
  })

const at = '2026-01-03T00:00:00.000Z'
const source = { sourceId: 'owner_import', source: 'owner_import' }

/** Lines of an export of another origin, imported by the owner. */
const ofLine = (kind: 'ad' | 'claim' | 'observation' | 'note', field: string): Journey => ({
  evidence: kind === 'observation' ? 'observed' : 'claimed',
  async take({ dashboard }, text, words) {
    const platformAdId = field === 'platformAdId' ? text : `ad ${words}`
    const ad = { platformAdId, campaignName: words, createdAt: at, ...(kind === 'ad' && { [field]: text }) }
    const { kind: _, ...said } = claim
    const records = {
      ad: { ...said, platformAdId, reportId: newId('report'), ...source, claimedAt: at },
      claim: { ...said, platformAdId, reportId: newId('report'), ...source, claimedAt: at },
      observation: { ...row, platformAdId, reportId: newId('report'), row: 0, ...source, receivedAt: at },
      note: {
        id: newId('note'),
        text: words,
        ...source,
        reportId: null,
        review: 'pending',
        pinned: false,
        createdAt: at,
      },
    }
    const record = { ...records[kind], ...(kind !== 'ad' && { [field]: sentAs(field, text) }) }
    const lines = [
      ...(kind === 'note' ? [] : [{ kind: 'ad', record: ad }]),
      { kind: kind === 'ad' ? 'claim' : kind, record },
    ]
    return dashboard('POST', '/api/agent/knowledge/import', {
      headers: { 'content-type': 'application/x-ndjson' },
      text: lines.map((line) => JSON.stringify(line)).join('\n'),
    })
  },
})

const ofLines = (kind: Parameters<typeof ofLine>[0], fields: string): Record<string, Journey> =>
  Object.fromEntries(fields.split(' ').map((field) => [`import.${kind}.${field}`, ofLine(kind, field)]))

/** Every text field of the contract again, this time over HTTP. */
export const journeys: Record<string, Journey> = {
  'addCharacterReference.label': ofPhoto('characters'),
  'addProductReference.label': ofPhoto('products'),
  'changeKey.name': claims(async (victim, name, words) => {
    const { key, secret } = await victim.dashboard('POST', '/api/account/keys', { body: { name: 'x' } })
    await victim.dashboard('PATCH', `/api/account/keys/${key.id}`, { body: { name } })
    await report({ ...victim, agent: victim.asKey(secret) }, words, { ...claim, note: words })
  }),
  'createCep.angle': ofCep('angle'),
  'createCep.cepText': ofCep('cepText'),
  'createCep.keywords': ofCep('keywords'),
  'createCep.notes': ofCep('notes'),
  'createCep.painPoint': ofCep('painPoint'),
  'createCharacter.description': ofCharacter('description'),
  'createCharacter.name': ofCharacter('name'),
  'createKey.name': claims(async (victim, name, words) => {
    const { secret } = await victim.dashboard('POST', '/api/account/keys', { body: { name } })
    const agent = victim.asKey(secret)
    await report({ ...victim, agent }, words, { ...claim, note: words })
  }),
  'createProduct.name': claims(async (victim, name, words) =>
    report(victim, words, { ...claim, productId: await product(victim, name) }),
  ),
  'createTopic.description': ofTopic('description'),
  'createTopic.name': ofTopic('name'),
  ...ofLines(
    'ad',
    'angle campaignName cepText characterName hook platformAdId platformCampaignId productName prompt',
  ),
  ...ofLines('claim', 'attribution conversionType note platformAdId source sourceId'),
  ...ofLines('note', 'keywords source sourceId text'),
  ...ofLines(
    'observation',
    'attribution campaignName conversionType objective platformAdId platformCampaignId source sourceId',
  ),
  'import.observation.breakdowns.value': ofLine('observation', 'breakdowns'),
  'renameProduct.name': claims(async (victim, name, words) => {
    const productId = await product(victim, 'Mug')
    await victim.agent('PATCH', `/api/gen/products/${productId}`, { body: { name } })
    await report(victim, words, { ...claim, productId })
  }),
  'sendReport.attribution': ofClaim('attribution'),
  'sendReport.campaignName': ofClaim('campaignName'),
  'sendReport.conversionType': ofClaim('conversionType'),
  'sendReport.idempotencyKey': ofClaim('idempotencyKey'),
  'sendReport.keywords': claims((victim, text, words) =>
    report(victim, words, { ...claim, note: words, keywords: [text] }),
  ),
  'sendReport.note': ofClaim('note'),
  'sendReport.objective': ofRows('objective'),
  'sendReport.platformAdId': ofClaim('platformAdId'),
  'sendReport.rows.attribution': ofRow('attribution'),
  'sendReport.rows.breakdowns.value': ofRow('breakdowns'),
  'sendReport.rows.campaignName': ofRow('campaignName'),
  'sendReport.rows.conversionType': ofRow('conversionType'),
  'sendReport.rows.objective': ofRow('objective'),
  'sendReport.rows.platformAdId': ofRow('platformAdId'),
  'sendReport.rows.platformCampaignId': ofRow('platformCampaignId'),
  'submitImage.clientRef': ofMedia('/api/gen/image', 'clientRef'),
  'submitImage.hook': ofMedia('/api/gen/image', 'hook'),
  'submitImage.prompt': ofMedia('/api/gen/image', 'prompt'),
  'submitVideo.clientRef': ofMedia('/api/gen/video', 'clientRef'),
  'submitVideo.hook': ofMedia('/api/gen/video', 'hook'),
  'submitVideo.prompt': ofMedia('/api/gen/video', 'prompt'),
  'writeNote.keywords': {
    evidence: 'owner_note',
    take: ({ dashboard }, text, words) =>
      dashboard('POST', '/api/agent/knowledge/notes', { body: { text: words, keywords: [text] } }),
  },
  'writeNote.text': {
    evidence: 'owner_note',
    take: ({ dashboard }, text) => dashboard('POST', '/api/agent/knowledge/notes', { body: { text } }),
  },
}
