import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type Endpoint, endpoints, examples, explainIssue, MemoryRecord } from '../src/index.ts'

const inputs = Object.entries(endpoints).flatMap(([name, endpoint]: [string, Endpoint]) =>
  (['body', 'form', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part]
    const example = examples[name as keyof typeof examples][part] as object | undefined
    return schema ? [[`the ${part} of ${name}`, schema, example ?? {}] as const] : []
  }),
)

/** Values that most fields refuse, for different reasons. */
const wrong = [
  undefined,
  null,
  true,
  7,
  0.5,
  -1,
  1e300,
  '',
  '?',
  'http://a.example',
  'x'.repeat(3_000),
  [],
  [null],
  ['?'],
  Array(600).fill('x'),
  {},
]

/** How our messages begin; the default messages of the validator begin differently. */
const OURS = /^(?:must (?:be|not be|have|list) |is (?:required|too large|too small))/

const messagesOf = (schema: z.ZodType, input: unknown): string[] =>
  schema.safeParse(input, { error: explainIssue }).error?.issues.map(({ message }) => message) ?? []

test.each(inputs)('every message about %s is one of ours', (_, schema, example) => {
  const altered = Object.keys(schema.shape).flatMap((field) =>
    wrong.map((value) => ({ ...example, [field]: value })),
  )
  for (const input of [...wrong, ...altered])
    for (const message of messagesOf(schema, input)) expect(message).toMatch(OURS)
})

test.each(MemoryRecord.options.map((option) => [option.shape.kind.value, option.shape.record] as const))(
  'every message about an imported %s is one of ours',
  (kind, record) => {
    for (const field of Object.keys(record.shape))
      for (const value of wrong)
        for (const message of messagesOf(MemoryRecord, { kind, record: { [field]: value } }))
          expect(message).toMatch(OURS)
  },
)

test('the choices of a missing discriminator are listed', () => {
  expect(messagesOf(MemoryRecord, { kind: 'user', record: {} })).toEqual([
    'must be thresholds, ad, observation, claim or note',
  ])
})
