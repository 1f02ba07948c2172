import type { Hit } from '@atelier/contract'
import type { FoundSeries } from '../../src/learning/evidence/index.ts'
import { namePattern } from '../../src/learning/knowledge/name-pattern.ts'
import {
  describeCep,
  describeNote,
  describePattern,
  describeSeries,
} from '../../src/learning/recall/describe-fact.ts'
import { nameSubjects } from '../../src/learning/recall/name-subject.ts'
import type { RecallLine } from '../../src/learning/recall/write-recall-block.ts'

/** In which sentences a text of one field is shown, and with which evidence. */
type Carrier = (text: string) => RecallLine[]

const line = (
  kind: Hit['kind'],
  evidence: Hit['evidence'],
  description: RecallLine['description'],
  subject: RecallLine['subject'] = [],
): RecallLine => ({
  kind,
  age: 3,
  evidence,
  description,
  subject,
})

const series: FoundSeries = {
  id: 'his_4cVbN0aRkQ2sX8mLtZ1yPw',
  evidence: 'observed',
  metric: 'roas',
  tier: 'winner',
  last_day: '2026-01-02',
  reported_at: new Date(0),
  currency: 'EUR',
  days: 12,
  spend: 600,
  impressions: 50_000,
  clicks: 900,
  conversions: 40,
  revenue: 2_600,
  platform_ad_id: '120001',
  campaign_name: 'Spring',
  hook: null,
  angle: null,
  product_id: '',
  media_id: null,
  cep_id: null,
  claim: null,
}

const ofSeries = (facts: Partial<FoundSeries>): RecallLine[] => [
  line('history', 'observed', describeSeries({ ...series, ...facts })),
  line(
    'history',
    'claimed',
    describeSeries({
      ...series,
      last_day: null,
      claim: { metric: 'ctr', value: 0.012, source_id: '' },
      ...facts,
    }),
  ),
]

type Subject = Parameters<typeof nameSubjects>[0][number]

const about = (subject: Subject, product: string): RecallLine =>
  line('history', 'observed', describeSeries(series), nameSubjects([subject], new Map([['prd', product]]))[0])

type Named = {
  cep?: string
  angle?: string
  character?: string
  hook?: string
  product?: string
  word?: string
}

const ofPattern = ({ cep, angle, character, hook, product, word }: Named): RecallLine => {
  const ingredients = {
    cepId: cep ? 'c' : null,
    angle: angle ?? null,
    characterId: character ? 'p' : null,
    noCharacter: null,
    mediaType: null,
    orientation: null,
    hook: hook ?? null,
  }
  const names = {
    product: product ?? null,
    ceps: new Map([['c', cep ?? '']]),
    characters: new Map([['p', character ?? '']]),
  }
  const said = word ?? null
  const group = { productId: '', objective: said, currency: 'EUR', conversionType: said, attribution: said }
  const { title, summary } = namePattern(ingredients, names, group, 'roas')
  const sample = { ads: 5, campaigns: 2 }
  const facts = { metric: 'roas', estimate: 4.03, baseline: 2, tier: 'winner', sample } as const
  const shown = {
    title: title || summary,
    ingredients,
    cepText: cep ?? null,
    characterName: character ?? null,
  }
  return line('pattern', 'observed', describePattern({ ...shown, ...facts }))
}

const note: Carrier = (text) => [
  line('claim', 'claimed', describeNote({ text, isByOwner: false, evidence: 'claimed' })),
  line('claim', 'owner_note', describeNote({ text, isByOwner: false, evidence: 'owner_note' })),
  line('note', 'owner_note', describeNote({ text, isByOwner: true, evidence: 'owner_note' })),
]

const cepText: Carrier = (text) => [
  line('cep', 'claimed', describeCep({ cepText: text, angle: null })),
  ofPattern({ cep: text }),
]
const angle: Carrier = (text) => [
  line('cep', 'claimed', describeCep({ cepText: 'cold coffee', angle: text })),
  ofPattern({ angle: text }),
  ...ofSeries({ angle: text }),
]
const hook: Carrier = (text) => [ofPattern({ hook: text }), ...ofSeries({ hook: text })]
const campaign: Carrier = (text) => ofSeries({ campaign_name: text })
const ad: Carrier = (text) => [
  ...ofSeries({ campaign_name: null, platform_ad_id: text }),
  about({ productId: null, platformAdId: text, refs: {} }, ''),
]
const product: Carrier = (text) => [
  ofPattern({ product: text }),
  about({ productId: 'prd', platformAdId: '120001', refs: {} }, text),
  about({ productId: 'prd', refs: { generatedMediaId: 'med_4cVbN0aRkQ2sX8mLtZ1yPw' } }, text),
]
const character: Carrier = (text) => [ofPattern({ character: text })]
const word: Carrier = (text) => [ofPattern({ word: text })]
/** Shown in no hit today. It is quoted all the same, in case a later version shows it. */
const unshown: Carrier = (text) => note(text).slice(0, 1)

/** Every text field of the contract. A field that is missing here, or that exists only here, is a failure. */
export const carriers: Record<string, Carrier> = {
  'addCharacterReference.label': unshown,
  'addProductReference.label': unshown,
  'changeKey.name': unshown,
  'createCep.angle': angle,
  'createCep.cepText': cepText,
  'createCep.keywords': unshown,
  'createCep.notes': unshown,
  'createCep.painPoint': unshown,
  'createCharacter.description': unshown,
  'createCharacter.name': character,
  'createKey.name': unshown,
  'createProduct.name': product,
  'createTopic.description': unshown,
  'createTopic.name': unshown,
  'import.ad.angle': angle,
  'import.ad.campaignName': campaign,
  'import.ad.cepText': cepText,
  'import.ad.characterName': character,
  'import.ad.hook': hook,
  'import.ad.platformAdId': ad,
  'import.ad.platformCampaignId': unshown,
  'import.ad.productName': product,
  'import.ad.prompt': unshown,
  'import.claim.attribution': word,
  'import.claim.conversionType': word,
  'import.claim.note': note,
  'import.claim.platformAdId': ad,
  'import.claim.source': unshown,
  'import.claim.sourceId': unshown,
  'import.note.keywords': unshown,
  'import.note.source': unshown,
  'import.note.sourceId': unshown,
  'import.note.text': note,
  'import.observation.attribution': word,
  'import.observation.breakdowns.value': unshown,
  'import.observation.campaignName': campaign,
  'import.observation.conversionType': word,
  'import.observation.objective': word,
  'import.observation.platformAdId': ad,
  'import.observation.platformCampaignId': unshown,
  'import.observation.source': unshown,
  'import.observation.sourceId': unshown,
  'renameProduct.name': product,
  'sendReport.attribution': word,
  'sendReport.campaignName': campaign,
  'sendReport.conversionType': word,
  'sendReport.idempotencyKey': unshown,
  'sendReport.keywords': unshown,
  'sendReport.note': note,
  'sendReport.objective': word,
  'sendReport.platformAdId': ad,
  'sendReport.rows.attribution': word,
  'sendReport.rows.breakdowns.value': unshown,
  'sendReport.rows.campaignName': campaign,
  'sendReport.rows.conversionType': word,
  'sendReport.rows.objective': word,
  'sendReport.rows.platformAdId': ad,
  'sendReport.rows.platformCampaignId': unshown,
  'submitImage.clientRef': unshown,
  'submitImage.hook': hook,
  'submitImage.prompt': unshown,
  'submitVideo.clientRef': unshown,
  'submitVideo.hook': hook,
  'submitVideo.prompt': unshown,
  'writeNote.keywords': unshown,
  'writeNote.text': note,
}
