import { type Endpoint, type EndpointName, endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { type invalidField, parseFields } from '../../src/platform/refusal/index.ts'
import { row } from './report-row.ts'

/** The code, the field and the message with which the schema of the endpoint refuses this input. */
function refusalOf(part: 'body' | 'form' | 'query', name: EndpointName, input: unknown): string[] {
  const schema = (endpoints[name] as Endpoint)[part]
  if (!schema) throw new Error(`${name} has no ${part}`)
  try {
    parseFields(schema, input, part)
  } catch (error) {
    const { code, extra, message } = error as ReturnType<typeof invalidField>
    return [code, String(extra.field), message]
  }
  return ['accepted']
}

const cepId = 'cep_4cVbN0aRkQ2sX8mLtZ1yPw'
const productId = 'prd_4cVbN0aRkQ2sX8mLtZ1yPw'
const rows = (change: object) => ({
  kind: 'observation',
  platformAdId: '120210',
  rows: [row, row, { ...row, ...change }],
})
const claim = {
  kind: 'claim',
  platformAdId: '120210',
  metric: 'roas',
  value: 6,
  windowStart: '2026-11-01',
  windowEnd: '2026-11-07',
}

test.each<[EndpointName, unknown, string, string]>([
  ['submitImage', {}, 'prompt', 'prompt is required.'],
  ['submitImage', { prompt: 7 }, 'prompt', 'prompt must be a string.'],
  ['submitImage', { prompt: null }, 'prompt', 'prompt must be a string.'],
  ['submitImage', { prompt: ' ' }, 'prompt', 'prompt must not be empty.'],
  ['submitImage', { prompt: 'x'.repeat(1_001) }, 'prompt', 'prompt must be at most 1000 characters.'],
  ['submitImage', { prompt: 'x', n: 3 }, 'n', 'n must be 1, 2 or 4.'],
  ['submitImage', { prompt: 'x', n: '2' }, 'n', 'n must be 1, 2 or 4.'],
  ['submitImage', { prompt: 'x', size: '4:5' }, 'size', 'size must be 1:1, 2:3 or 3:2.'],
  [
    'submitImage',
    { prompt: 'x', imageUrls: ['http://a.example/b.png'] },
    'imageUrls',
    'imageUrls[0] must be an HTTPS URL of at most 2048 characters.',
  ],
  ['submitImage', { prompt: 'x', imageUrls: 'a' }, 'imageUrls', 'imageUrls must be an array.'],
  [
    'submitImage',
    { prompt: 'x', photoReferenceIds: Array(101).fill('pho_1') },
    'photoReferenceIds',
    'photoReferenceIds must have at most 100 items.',
  ],
  [
    'submitImage',
    { prompt: 'x', photoReferenceIds: ['pho_1', 2] },
    'photoReferenceIds',
    'photoReferenceIds[1] must be a string.',
  ],
  ['submitImage', [], 'body', 'body must be an object.'],
  [
    'submitVideo',
    { prompt: 'x', useProductPhoto: 'yes' },
    'useProductPhoto',
    'useProductPhoto must be true or false.',
  ],
  [
    'submitVideo',
    { prompt: 'x', durationSeconds: '10' },
    'durationSeconds',
    'durationSeconds must be 6, 10 or 15.',
  ],
  [
    'submitVideo',
    { prompt: 'x', orientation: 'tall' },
    'orientation',
    'orientation must be portrait, landscape or square.',
  ],
  ['submitVideo', { prompt: 'x', resolution: '4K' }, 'resolution', 'resolution must be SD or HD.'],
  ['quoteJob', {}, 'kind', 'kind is required.'],
  ['quoteJob', { kind: 'audio' }, 'kind', 'kind must be image or video.'],
  ['createProduct', {}, 'name', 'name is required.'],
  ['createProduct', { name: 'x'.repeat(201) }, 'name', 'name must be at most 200 characters.'],
  ['addProductReference', { fileUrl: 'x' }, 'label', 'label is required. Also missing or wrong: fileUrl.'],
  [
    'addProductReference',
    { label: 'front', fileUrl: 'ftp://a.example' },
    'fileUrl',
    'fileUrl must be an HTTPS URL of at most 2048 characters.',
  ],
  ['attachMedia', {}, 'generatedMediaId', 'generatedMediaId is required.'],
  ['createCep', { productId }, 'cepText', 'cepText is required.'],
  ['createCep', { cepText: 'x', notes: 1 }, 'notes', 'notes must be a string.'],
  ['createCep', { cepText: 'x', angle: 'x'.repeat(201) }, 'angle', 'angle must be at most 200 characters.'],
  ['sendReport', { platformAdId: '1' }, 'kind', 'kind is required.'],
  [
    'sendReport',
    { kind: 'observation', platformAdId: '1' },
    'rows',
    'rows is required when kind is observation.',
  ],
  ['sendReport', { ...claim, value: undefined }, 'value', 'value is required when kind is claim.'],
  ['sendReport', { ...claim, value: 0 }, 'value', 'value must be at least 0.000001.'],
  ['sendReport', { ...claim, metric: 'cpm' }, 'metric', 'metric must be roas, cpa or ctr.'],
  [
    'sendReport',
    { ...claim, windowEnd: '2026-10-31' },
    'windowEnd',
    'windowEnd must not be before windowStart.',
  ],
  [
    'sendReport',
    { ...claim, platformAdId: undefined },
    'generatedMediaId',
    'generatedMediaId is required unless platformAdId is sent.',
  ],
  ['sendReport', { ...rows({}), rows: [] }, 'rows', 'rows must have at least 1 item.'],
  ['sendReport', { ...rows({}), rows: [row, 7] }, 'rows', 'rows[1] must be an object.'],
  ['sendReport', rows({ spend: '46,15' }), 'rows[2].spend', 'rows[2].spend must be a number.'],
  ['sendReport', rows({ spend: '-1' }), 'rows[2].spend', 'rows[2].spend must be at least 0.'],
  ['sendReport', rows({ clicks: '69.5' }), 'rows[2].clicks', 'rows[2].clicks must be a whole number.'],
  [
    'sendReport',
    rows({ currency: undefined }),
    'rows[2].currency',
    'rows[2].currency is required, in the row or once above the rows.',
  ],
  ['sendReport', { ...claim, value: '6' }, 'value', 'value must be a number.'],
  ['sendReport', rows({ spend: -1 }), 'rows[2].spend', 'rows[2].spend must be at least 0.'],
  [
    'sendReport',
    rows({ revenue: 1e13 }),
    'rows[2].revenue',
    'rows[2].revenue must be at most 1000000000000.',
  ],
  [
    'sendReport',
    rows({ impressions: 4_600.5 }),
    'rows[2].impressions',
    'rows[2].impressions must be a whole number.',
  ],
  ['sendReport', rows({ clicks: 1e300 }), 'rows[2].clicks', 'rows[2].clicks is too large.'],
  [
    'sendReport',
    rows({ clicks: 4_601 }),
    'rows[2].clicks',
    'rows[2].clicks must not be more than impressions.',
  ],
  [
    'sendReport',
    rows({ day: '13.11.2026' }),
    'rows[2].day',
    'rows[2].day must be a date in the form YYYY-MM-DD.',
  ],
  [
    'sendReport',
    rows({ day: '1999-12-31' }),
    'rows[2].day',
    'rows[2].day must be in the years 2000 to 2099.',
  ],
  [
    'sendReport',
    rows({ fetchedAt: 'yesterday' }),
    'rows[2].fetchedAt',
    'rows[2].fetchedAt must be a date and time in ISO 8601, such as 2026-11-14T12:00:00Z.',
  ],
  [
    'sendReport',
    rows({ currency: 'Euro' }),
    'rows[2].currency',
    'rows[2].currency must be three letters, such as EUR.',
  ],
  ['createKey', {}, 'name', 'name is required.'],
  [
    'createKey',
    { name: 'a', scopes: ['read', 'all'] },
    'scopes',
    'scopes[1] must be read, generate, cep or knowledge.',
  ],
  ['createKey', { name: 'a', scopes: [] }, 'scopes', 'scopes must have at least 1 item.'],
  [
    'createKey',
    { name: 'a', dailyCreditLimit: 1.5 },
    'dailyCreditLimit',
    'dailyCreditLimit must be a whole number.',
  ],
  [
    'createKey',
    { name: 'a', expiresAt: 'never' },
    'expiresAt',
    'expiresAt must be a date and time in ISO 8601, such as 2026-11-14T12:00:00Z.',
  ],
  ['rotateKey', { graceHours: 2 }, 'graceHours', 'graceHours must be 0, 1, 24 or 168.'],
  ['logIn', { email: 'a', password: 'b' }, 'email', 'email must be at least 3 characters.'],
  ['logIn', { email: 'a@b.example', password: '' }, 'password', 'password must not be empty.'],
  ['reviewNote', { action: 'delete' }, 'action', 'action must be accept, reject, undo, pin or unpin.'],
  ['changeThresholds', { days: 181 }, 'days', 'days must be at most 180.'],
])('%#. the body of %s is refused with a message', (name, body, field, sentence) => {
  expect(refusalOf('body', name, body)).toEqual(['invalid_request', field, sentence])
})

test.each<[EndpointName, object, string, string]>([
  ['listMedia', { limit: '0' }, 'limit', 'limit must be between 1 and 100.'],
  ['listMedia', { limit: '1000' }, 'limit', 'limit must be between 1 and 100.'],
  ['listMedia', { limit: '-1' }, 'limit', 'limit must be between 1 and 100.'],
  ['listMedia', { limit: 'all' }, 'limit', 'limit must be a whole number between 1 and 100.'],
  ['listMedia', { limit: '1.5' }, 'limit', 'limit must be a whole number between 1 and 100.'],
  ['listMedia', { type: 'audio' }, 'type', 'type must be image or video.'],
  [
    'listMedia',
    { status: 'done' },
    'status',
    'status must be queued, processing, completed, failed or stalled.',
  ],
  ['listMedia', { ids: 'a,'.repeat(20) }, 'ids', 'ids must list at most 20 ids.'],
  ['downloadMedia', { redirect: 'yes' }, 'redirect', 'redirect must be 1.'],
  ['readHistory', { since: 'x' }, 'since', 'since must be a date in the form YYYY-MM-DD.'],
  ['planCreatives', {}, 'productId', 'productId is required.'],
  ['planCreatives', { productId, target: '51' }, 'target', 'target must be between 0 and 50.'],
  ['searchKnowledge', {}, 'q', 'q is required.'],
  ['searchKnowledge', { q: 'x'.repeat(501) }, 'q', 'q must be at most 500 characters.'],
])('%#. the query of %s is refused with a message', (name, query, field, sentence) => {
  expect(refusalOf('query', name, query)).toEqual(['invalid_request', field, sentence])
})

test.each<[EndpointName, object, string, string]>([
  ['submitVideo', {}, 'prompt', 'prompt is required.'],
  [
    'submitVideo',
    { prompt: 'x', durationSeconds: '7' },
    'durationSeconds',
    'durationSeconds must be 6, 10 or 15.',
  ],
  ['addProductReference', {}, 'label', 'label is required.'],
])('%#. the form of %s is refused with a message', (name, form, field, sentence) => {
  expect(refusalOf('form', name, form)).toEqual(['invalid_request', field, sentence])
})

test.for<[EndpointName, 'body' | 'query', object, string, string]>([
  [
    'submitImage',
    'body',
    { prompt: 'x', productId: cepId },
    'productId',
    'productId must be a product id, not a CEP id.',
  ],
  [
    'addProductReference',
    'body',
    { label: 'front', mediaAssetId: productId },
    'mediaAssetId',
    'mediaAssetId must be a media or asset id, not a product id.',
  ],
  [
    'listCeps',
    'query',
    { topicId: 'ast_4cVbN0aRkQ2sX8mLtZ1yPw' },
    'topicId',
    'topicId must be a topic id, not an asset id.',
  ],
])('%#. an id of another kind for %s is refused with both kinds', ([name, part, input, field, sentence]) => {
  expect(refusalOf(part, name, input)).toEqual(['wrong_id_kind', field, sentence])
})
