import type { CheckName } from './judge-run.ts'
import type { Only } from './plan-calls.ts'

/** A possible mistake in the client, and the check that must find it. */
export type Mistake = {
  description: string
  /** This text of the client is replaced by `to`. */
  from: string
  to: string
  caughtBy: CheckName
  /** The calls and faults that show it. */
  only: Only
  calls: number
}

const lostAnswers: Only['faults'] = [
  'reset after',
  'closed without a word',
  'body cut',
  'reset in the answer',
]
const submits: Only['tools'] = ['generate_image']

export const mistakes: Mistake[] = [
  {
    description: 'a fresh clientRef for each try',
    from: '        seconds_left = max(0.1, deadline - time.monotonic())\n',
    to: `        seconds_left = max(0.1, deadline - time.monotonic())
        fresh = b'"clientRef": "%d"' % random.getrandbits(60)
        body = request.body and re.sub(rb'"clientRef": "[^"]*"', fresh, request.body)
        request = Request(request.method, request.url, request.headers, body)
`,
    caughtBy: 'charges',
    only: { tools: submits, faults: lostAnswers },
    calls: 40,
  },
  {
    description: 'a product is created again when the answer was lost',
    from: 'not (outcome.sent and policy is RetryPolicy.ONCE)',
    to: 'True',
    caughtBy: 'writes',
    only: { tools: ['create_product', 'create_cep', 'add_product_reference'], faults: lostAnswers },
    calls: 40,
  },
  {
    description: 'a lost submit is reported as not charged',
    from: '"retryable": True, "charged": "unknown"}',
    to: '"retryable": True, "charged": "none"}',
    caughtBy: 'charged',
    only: { tools: submits, faults: ['HTML with 200', 'reset after', 'empty body'], lengths: [0, 9] },
    calls: 32,
  },
  {
    description: 'the clientRef of a lost submit is not reported',
    from: '"clientRef": ref}',
    to: '"hint": "Call it again."}',
    caughtBy: 'lost',
    only: { tools: submits, faults: ['HTML with 200', 'reset after', 'empty body'], lengths: [0, 9] },
    calls: 32,
  },
  {
    description: 'any JSON is accepted as an answer',
    from: 'outcome = validate(',
    to: 'outcome = (',
    caughtBy: 'success',
    only: { tools: ['generate_image', 'list_products', 'get_media'], faults: ['wrong shape'] },
    calls: 40,
  },
  {
    description: 'redirects are followed, with the key',
    from: '        return response\n\n    https_response = http_response',
    to: '        return super().http_response(request, response)\n\n    https_response = http_response',
    caughtBy: 'keys',
    only: { tools: ['list_media', 'get_media'], faults: ['redirect to elsewhere'] },
    calls: 24,
  },
  {
    description: 'debug output on stdout',
    from: '    return SendResult(outcome, is_unconfirmed)',
    to: '    print("outcome:", outcome, flush=True)\n    return SendResult(outcome, is_unconfirmed)',
    caughtBy: 'lines',
    only: { tools: ['list_media', 'ping'], faults: ['502'] },
    calls: 16,
  },
  {
    description: 'an answer that arrives byte by byte is waited for',
    from: '    attempt.done.wait(seconds)',
    to: '    attempt.done.wait()',
    caughtBy: 'times',
    only: { tools: ['list_characters'], faults: ['body in drips'] },
    calls: 4,
  },
  {
    description: 'a refusal is reported as a protocol error',
    from: '"isError": False',
    to: '"isError": not result["ok"]',
    caughtBy: 'results',
    only: { tools: ['get_product', 'list_ceps'], faults: ['502', 'refused'] },
    calls: 24,
  },
]
