import { type Endpoint, type EndpointName, endpoints, examples } from '@atelier/contract'
import { expect, test } from 'vitest'
import { describeRecord, recordCall } from './record-call.ts'

const names = Object.keys(endpoints) as EndpointName[]

test('there is one function for each endpoint of the contract, and no other one that sends', async () => {
  const exported: Record<string, unknown> = await import('../src/index.ts')
  const own = ['AtelierError', 'newClient', 'waitForMedia']
  expect(Object.keys(exported).toSorted()).toEqual([...names, ...own].toSorted())
})

test.each(names)('%s sends what the contract reads', async (name) => {
  const endpoint: Endpoint = endpoints[name]
  const { params, query, body, lines } = examples[name]
  const [type, text] = Object.entries(lines ?? {})[0] ?? []
  const asText = text === undefined ? {} : { contentType: type, text }
  const request = await recordCall(name, { ...params, ...query, ...(body as object | undefined), ...asText })
  const { path, pathFields, queryFields } = describeRecord(endpoint, request)
  expect([request.method, path]).toEqual([endpoint.method, endpoint.path])
  expect(pathFields).toEqual(params ?? {})
  expect(queryFields).toEqual(query ?? {})
  expect(request.headers.get('authorization')).toBe(endpoint.auth === 'key' ? 'Bearer hsk_test' : null)
  if (text !== undefined)
    expect([request.headers.get('content-type'), await request.text()]).toEqual([type, text])
  else if (endpoint.body) expect(endpoint.body.parse(await request.json())).toEqual(endpoint.body.parse(body))
})

const forms = names.filter((name) => 'form' in endpoints[name])

test.each(forms)('%s sends a file as a form', async (name) => {
  const endpoint: Endpoint = endpoints[name]
  const { params, form } = examples[name]
  const file = new File(['picture'], 'mug.png', { type: 'image/png' })
  const sent = await (await recordCall(name, { ...params, ...(form as object | undefined), file })).formData()
  const { file: received, ...fields } = Object.fromEntries(sent)
  expect([received instanceof File && received.name, await (received as File).text()]).toEqual([
    'mug.png',
    'picture',
  ])
  expect(endpoint.form?.parse(fields)).toEqual(endpoint.form?.parse(form))
})

test('several phrasings of a question are sent as one parameter each', async () => {
  const { url } = await recordCall('searchKnowledge', { q: ['cold, wet', 'kalt'] })
  expect(new URL(url).searchParams.getAll('q')).toEqual(['cold, wet', 'kalt'])
})
