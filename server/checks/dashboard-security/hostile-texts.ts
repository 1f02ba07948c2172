import { KEYWORD_CHARACTERS } from '@atelier/contract'

/**
 * Every text field that a page shows. Its place decides which of the hostile texts it gets.
 */
export const shownFields = [
  'createProduct.name',
  'createKey.name',
  'changeKey.name',
  'renameProduct.name',
  'addProductReference.label',
  'addCharacterReference.label',
  'createCharacter.name',
  'createCharacter.description',
  'createTopic.name',
  'createTopic.description',
  'createCep.cepText',
  'submitImage.prompt',
  'createCep.angle',
  'createCep.painPoint',
  'submitImage.hook',
  'submitImage.clientRef',
  'submitVideo.prompt',
  'submitVideo.hook',
  'submitVideo.clientRef',
  'sendReport.campaignName',
  'sendReport.platformAdId',
  'sendReport.note',
  'sendReport.rows.campaignName',
  'sendReport.rows.platformAdId',
  'sendReport.rows.objective',
  'sendReport.rows.conversionType',
  'sendReport.rows.attribution',
  'createCep.keywords',
  'sendReport.keywords',
  'writeNote.text',
  'writeNote.keywords',
  'sendReport.rows.breakdowns.value',
] as const

export type ShownField = (typeof shownFields)[number]

/** Text fields that no page shows today. They are written all the same, in case a page does later. */
export const unshownFields = [
  'createCep.notes',
  'sendReport.attribution',
  'sendReport.conversionType',
  'sendReport.idempotencyKey',
  'sendReport.objective',
  'sendReport.rows.platformCampaignId',
] as const

export type TextField = ShownField | (typeof unshownFields)[number]

/** In lower case: the objective of a campaign is stored so. */
const HOSTILE = [
  '<img src=x onerror=ran()>',
  '<svg onload=ran()>',
  '<script>ran()</script>',
  '"><iframe src=javascript:parent.ran()>',
  'javascript:ran()//<b id=ran>',
]

/** What any of them would be in a page if it were taken as markup. */
export const MARKUP = 'img[src="x"], svg[onload], script:not([src]), iframe, b#ran, a[href^="javascript:"]'

/** Of the hostile texts only this one runs when a page hands it to the browser as markup. */
const RUNS = HOSTILE[0]
/** Taking out its defence must be noticed by a text that runs, wherever it stands in the list. */
const RUNNING: TextField = 'sendReport.note'

/** The hostile text of a field, with a mark by which it is found. */
export function textOf(field: TextField): string {
  const at = [...shownFields, ...unshownFields].indexOf(field)
  const mark = ` t${at}.`
  // A keyword has no room for the longest of them.
  const most = field.endsWith('keywords') ? KEYWORD_CHARACTERS - mark.length : Number.POSITIVE_INFINITY
  const fitting = HOSTILE.filter(({ length }) => length <= most)
  return `${field === RUNNING ? RUNS : fitting[at % fitting.length]}${mark}`
}
