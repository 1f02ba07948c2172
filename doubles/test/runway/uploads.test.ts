import { expect, test } from 'vitest'
import { picture, type Runway, useRunway } from './use-runway.ts'

interface Started {
  uploadUrl: string
  fields: Record<string, string>
  runwayUri: string
}

async function start(double: Runway): Promise<Started> {
  const answer = await double.call('POST', '/v1/uploads', { filename: 'a.png', type: 'ephemeral' })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Started
}

const file = new Blob([new Uint8Array(picture)], { type: 'image/png' })

function newForm(fields: Record<string, string>, name = 'file'): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append(name, file, 'a.png')
  return form
}

const post = (url: string, body: FormData, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers })

const use = async (double: Runway, uri: string) =>
  (await double.submitVideo({ references: [{ uri }] })).status

test('an upload of fields and file can be used for 24 hours', async () => {
  const double = await useRunway()
  const { uploadUrl, fields, runwayUri } = await start(double)
  expect(runwayUri).toMatch(/^runway:\/\//)
  expect(await use(double, runwayUri)).toBe(400)
  const answer = await post(uploadUrl, newForm(fields))
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  expect(await use(double, runwayUri)).toBe(200)
  await double.advance(24 * 3_600_000)
  const refusal = await double.refusal(double.submitVideo({ references: [{ uri: runwayUri }] }))
  expect(refusal).toMatchObject({ status: 400, error: expect.stringContaining('references[0].uri') })
})

test('the storage refuses a form without its fields, behind the file, twice, or with the key', async () => {
  const double = await useRunway()
  const { uploadUrl, fields, runwayUri } = await start(double)
  const { Policy: _, ...fewer } = fields
  const behind = new FormData()
  behind.append('file', file, 'a.png')
  for (const [name, value] of Object.entries(fields)) behind.append(name, value)
  const twice = newForm(fields)
  twice.append('file', file, 'b.png')
  const refused = async (answer: Promise<Response>, status: number) => {
    const got = await answer
    expect([got.status, got.headers.get('content-type')]).toEqual([status, 'application/xml'])
  }
  await refused(post(uploadUrl, newForm(fewer)), 403)
  await refused(post(uploadUrl, newForm({ ...fields, key: 'other' })), 403)
  await refused(post(uploadUrl, behind), 403)
  await refused(post(uploadUrl, twice), 400)
  await refused(post(uploadUrl, newForm(fields, 'picture')), 400)
  await refused(post(uploadUrl, newForm(fields), { authorization: 'Bearer double-key' }), 400)
  await refused(fetch(uploadUrl, { method: 'POST', body: new Uint8Array(picture) }), 412)
  await refused(post(`${uploadUrl}x`, newForm(fields)), 403)
  expect(await use(double, runwayUri)).toBe(400)
})

test.each([
  [{ filename: 'a.png' }],
  [{ filename: 'a.png', type: 'permanent' }],
  [{ type: 'ephemeral' }],
  [{ filename: 'a.png', type: 'ephemeral', contentType: 'image/png' }],
])('the upload %j is refused with issues', async (body) => {
  const double = await useRunway()
  const { status, issues } = await double.refusal(double.call('POST', '/v1/uploads', body))
  expect([status, issues?.length]).toEqual([400, 1])
})
