import { expect, test } from 'vitest'
import { judgeAnswer } from './judge-answer.ts'

const json = (status: number, body: unknown) => ({
  status,
  type: 'application/json',
  text: JSON.stringify(body),
})
const refusal = { error: 'No.', charged: 'none', requestId: 'req_1' }

test('an answer as described is accepted', () => {
  expect(judgeAnswer('listModels', json(200, { models: [] }))).toBeUndefined()
  expect(judgeAnswer('listModels', json(401, { ...refusal, code: 'unauthorized' }))).toBeUndefined()
})

test.each([
  ['a missing field', json(200, {}), 'not as described'],
  ['a further field', json(200, { models: [], secret: 1 }), 'not described'],
  ['a code of another status', json(403, { ...refusal, code: 'unauthorized' }), 'with the status 403'],
  ['a code that is not described', json(402, { ...refusal, code: 'insufficient_credits' }), 'not described'],
  ['an error without its fields', json(404, { error: 'No.' }), 'without its fields'],
  ['a leaked stack', json(500, { error: 'x at run (/a/b.ts:1:1)' }), 'leaks'],
])('%s is noticed', (_, received, problem) => {
  expect(judgeAnswer('listModels', received)).toContain(problem)
})
