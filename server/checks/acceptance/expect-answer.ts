import type { Answer } from './api.ts'
import { expectId, expectMatch, expectText, expectThat } from './expect.ts'

export type ErrorBody = {
  error: string
  code: string
  charged: string
  requestId: string
  [more: string]: unknown
}

export function expectStatus(answer: Answer<unknown>, status: number, what: string): void {
  const text = answer.text.slice(0, 300)
  expectThat(answer.status === status, `${what}: status ${answer.status}, want ${status}: ${text}`)
}

/** The body of a 201. */
export async function expectCreated<T>(answer: Promise<Answer<T>>, what: string): Promise<T> {
  const done = await answer
  expectStatus(done, 201, what)
  return done.json
}

/** The body of a 200. */
export async function expectOk<T>(answer: Promise<Answer<T>>, what: string): Promise<T> {
  const done = await answer
  expectStatus(done, 200, what)
  return done.json
}

/** The code of a status that has only one. */
const onlyCodes: Partial<Record<number, string>> = {
  401: 'unauthorized',
  402: 'insufficient_credits',
  404: 'not_found',
  429: 'rate_limited',
}

/** What the body of a refusal contains. A status that has only one code needs no `code`. */
type ExpectedFields = { code?: string; [field: string]: unknown }

/** Every refusal has a sentence, a code, what happened to the credits, and the id of the request. */
export function expectError(
  answer: Answer<unknown>,
  status: number,
  what: string,
  { code = onlyCodes[status], ...fields }: ExpectedFields = {},
): ErrorBody {
  expectStatus(answer, status, what)
  const body = answer.json as ErrorBody
  expectText(body.error, `${what}: error`)
  expectText(body.code, `${what}: code`)
  expectId(body.requestId, 'req', `${what}: requestId`)
  if (code !== undefined) expectMatch(body.code, code, `${what}: code`)
  expectMatch(
    [body.charged, answer.headers.get('x-request-id')],
    [status === 503 ? 'refunded' : 'none', body.requestId],
    `${what}: charged, X-Request-Id`,
  )
  for (const [name, value] of Object.entries(fields)) expectMatch(body[name], value, `${what}: ${name}`)
  return body
}

/** Answers by what was sent; all of them are refused in the same way. */
export async function expectRefusals(
  status: number,
  answers: Record<string, Promise<Answer<unknown>>>,
  expected?: ExpectedFields,
): Promise<void> {
  const done = await Promise.all(Object.values(answers))
  for (const [index, what] of Object.keys(answers).entries())
    expectError(done[index] as Answer<unknown>, status, what, expected)
}

export const expectBadField = (
  field: string,
  answers: Record<string, Promise<Answer<unknown>>>,
): Promise<void> => expectRefusals(400, answers, { code: 'invalid_request', field })

export async function expectWrongKind(
  answer: Promise<Answer<unknown>>,
  kinds: { field: string; expected: string; given: string },
): Promise<void> {
  expectError(await answer, 400, `${kinds.given} as ${kinds.field}`, { code: 'wrong_id_kind', ...kinds })
}
