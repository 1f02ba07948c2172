import { isDeepStrictEqual } from 'node:util'
import { type Endpoint, ErrorBody, endpoints, refusals, refusalsOf, twins } from '@atelier/contract'
import { nameOfTwin } from '@atelier/contract/describe-api'

export type Received = { status: number; type: string; text: string }

/** Words that only a leaked stack or statement contains. */
const LEAKED = /\bat [\w.<>]+ \(|node_modules|\bselect .* from\b|syntax error at|pg_|ECONN|TypeError/i

const described: Record<string, Endpoint> = {
  ...endpoints,
  ...Object.fromEntries(twins.map((twin) => [nameOfTwin(twin), twin])),
}

/** What is wrong with an answer, by the contract; undefined when nothing is. */
export function judgeAnswer(name: string, { status, type, text }: Received): string | undefined {
  const endpoint = described[name]
  if (!endpoint) return 'the contract has no such endpoint'
  if (status === endpoint.answer.status) return judgeSuccess(endpoint, type, text)
  if (endpoint.also?.[status] !== undefined) return undefined
  if (status === 416 || status === 304 || status === 206) return undefined
  return judgeRefusal(endpoint, status, text)
}

function judgeSuccess({ answer: { schema } }: Endpoint, type: string, text: string): string | undefined {
  if (!schema || !type.includes('json')) return undefined
  const body = JSON.parse(text)
  const parsed = schema.safeParse(body)
  if (!parsed.success) return `the body is not as described: ${parsed.error.issues[0]?.message}`
  return isDeepStrictEqual(parsed.data, body) ? undefined : 'the body has fields that are not described'
}

function judgeRefusal(endpoint: Endpoint, status: number, text: string): string | undefined {
  if (LEAKED.test(text)) return `the message leaks: ${text.slice(0, 200)}`
  if (endpoint.otherError?.safeParse(parseJson(text)).success) return undefined
  const parsed = ErrorBody.safeParse(parseJson(text))
  if (!parsed.success) return `a refusal without its fields: ${text.slice(0, 200)}`
  const { code } = parsed.data
  if (refusals[code].status !== status) return `${code} with the status ${status}`
  return refusalsOf(endpoint).includes(code) ? undefined : `${code} is not described for this endpoint`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
