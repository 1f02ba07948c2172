import type { CallRecord } from './call-record.ts'
import type { Exchange } from './open-proxy.ts'
import { toolNames } from './plan-calls.ts'

/** The limits that the client promises, with a margin for a busy machine. */
const CALL_MS = 30_000
const POLL_MS = 40_000
const UPLOAD_MS = 65_000
/** The host truncates longer results. */
const RESULT_CHARACTERS_MAX = 15_000
const MESSAGE_CHARACTERS_MAX = 1_000
const CHARGED = ['none', 'refunded', 'charged', 'unknown']
const TOOL_OR_DEED = new RegExp(
  `\\b(${toolNames.join('|')}|ask|tell|wait|call|set|give|use|choose|check|fix|send|correct|shorten)\\b`,
  'i',
)

/** A poll may wait ten seconds before its request. */
export function limitMs({ tool, args }: CallRecord): number {
  if (typeof args.file_path === 'string') return UPLOAD_MS
  return tool === 'get_media' ? POLL_MS : CALL_MS
}

/** What is wrong with the form of one result. */
export function checkResult({ tool, intent, result, content, failure }: CallRecord): string[] {
  if (failure !== undefined || !result) return [`there is no result: ${failure}`]
  const wrong: string[] = []
  const expect = (isRight: boolean, sentence: string) => {
    if (!isRight) wrong.push(sentence)
  }
  expect(result.isError !== true, 'isError feeds the breaker of the host')
  expect(typeof content.ok === 'boolean', 'it has no ok')
  expect(result.content?.length === 1, 'it is not one text')
  expect(!('structuredContent' in result), 'it has a second form, which some hosts show instead of the text')
  const text = (result.content ?? []).map((part) => part.text ?? '').join('\n')
  if (tool !== 'get_platform_marketing_guide') {
    expect(!text.includes('\n'), 'its text has more than one line')
    expect(JSON.stringify(result).length <= RESULT_CHARACTERS_MAX, 'it is longer than the host shows')
  }
  if (content.ok !== false) return wrong
  const isText = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= MESSAGE_CHARACTERS_MAX
  expect(isText(content.code), 'it has no code')
  expect(isText(content.message), 'it has no message of a readable length')
  expect(isText(content.hint), 'it has no hint')
  expect(TOOL_OR_DEED.test(String(content.hint)), `its hint names no next step: ${content.hint}`)
  expect(typeof content.retryable === 'boolean', 'it does not say whether to try again')
  expect(CHARGED.includes(String(content.charged)), `charged is ${JSON.stringify(content.charged)}`)
  // Under another clientRef the same creative would be bought again.
  if (intent && content.retryable === true)
    expect(
      /client_ref|same arguments/.test(String(content.hint)),
      `its hint loses the clientRef: ${content.hint}`,
    )
  if (intent && content.charged === 'unknown')
    expect(typeof content.clientRef === 'string', 'it has no clientRef')
  expect(content.code !== 'internal', `the client has a bug: ${content.message}`)
  return wrong
}

/** Answers that do not come from the service. */
const BROKEN_ANSWERS: Exchange['fault'][] = [
  'reset before',
  'reset in the answer',
  'reset after',
  'closed without a word',
  'no answer',
  'body in drips',
  'head in drips',
  '429 with a long Retry-After',
  '500',
  '500 in HTML',
  '502',
  '503 service_unavailable',
  '503 provider_unavailable',
  '503 in HTML',
  '504 in HTML',
  'HTML with 200',
  'body cut',
  'length too small',
  'redirect to elsewhere',
  'empty body',
  'wrong shape',
  'not HTTP',
]

/** A call whose last request failed has not succeeded. Ping may miss the newest version of the client. */
export function checkSuccess({ tool, content }: CallRecord, exchanges: Exchange[]): string[] {
  const last = exchanges.at(-1)
  if (content.ok !== true || !last) return []
  if (tool === 'ping') return typeof content.balance === 'number' ? [] : ['ping says ok and no balance']
  return BROKEN_ANSWERS.includes(last.fault) ? [`it says ok after: ${last.fault}`] : []
}

/** The clientRefs of all submits that one call sent, found in JSON and in forms. */
export function refsOf(exchanges: Exchange[]): string[] {
  const submits = exchanges.filter(
    ({ method, path }) => method === 'POST' && /^\/api\/gen\/(image|video)$/.test(path),
  )
  return submits.map(({ body }) => {
    const text = body.toString('utf8')
    const found = /"clientRef":\s*"([^"]*)"/.exec(text) ?? /name="clientRef"\r\n\r\n([^\r]*)\r\n/.exec(text)
    return found?.[1] ?? ''
  })
}
