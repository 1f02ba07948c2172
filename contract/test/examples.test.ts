import { expect, test } from 'vitest'
import { type Endpoint, ErrorBody, endpoints, examples, refusalCodes, refusalGuide } from '../src/index.ts'
import { refusalExamples } from '../src/openapi/describe-refusals.ts'

const named = Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][]

test.each(named)(
  'the example of %s matches the schemas of the endpoint and has no unknown field',
  (name, endpoint) => {
    const { params, query, body, form, answer } = examples[name]
    endpoint.params?.strict().parse(params)
    endpoint.query?.strict().parse(query ?? {})
    expect(Object.keys(endpoint.body?.parse(body) ?? {})).toEqual(
      expect.arrayContaining(Object.keys(body ?? {})),
    )
    endpoint.form?.strict().parse(form)
    // The schema drops unknown fields, so an equal answer has none.
    if (endpoint.answer.schema) expect(endpoint.answer.schema.parse(answer)).toEqual(answer)
    else expect(answer).toBeUndefined()
  },
)

test.each(refusalCodes)('the example of %s has the fields that the code adds', (code) => {
  const body = ErrorBody.parse(refusalExamples()[code]?.value)
  const { error: _, code: __, charged: ___, requestId: ____, ...extra } = body
  expect(refusalGuide[code].fields?.strict().parse(extra) ?? {}).toEqual(extra)
})
