import { asynchronous, at, failed, made, type Row, stalled } from './cell.ts'

/** No error of a GET is a verdict on the job: it is asked again, and the job is made. */
const askedAgain = at(asynchronous, made())
const verdict = 'an error of a read is no verdict on the job'

/** Often enough to be seen by several checks, seldom enough to end within the window. */
const TIMES = 2

const brokenReads = {
  'connection reset': { fault: 'reset' },
  'reply lost': { fault: 'lost_reply' },
  'slower than a check waits': { fault: 'slow_headers', delayMs: 11_000, times: 1 },
  'trickled body': { fault: 'trickle', bytes: 64, everyMs: 20 },
  'body shorter than its length': { fault: 'truncate', mode: 'length' },
  'chunked body cut': { fault: 'truncate', mode: 'chunked' },
  'malformed JSON': { fault: 'malformed_json' },
  'HTML 502': { fault: 'html', status: 502 },
  'HTML 503': { fault: 'html', status: 503 },
  '429': { fault: 'rate_limited' },
  '429 with Retry-After': { fault: 'rate_limited', retryAfterSeconds: 2 },
  '500 of the provider': { fault: 'status', status: 500 },
  '502 of the provider': { fault: 'status', status: 502 },
  '503 of the provider': { fault: 'status', status: 503 },
  '504 of the provider': { fault: 'status', status: 504 },
  '401': { fault: 'unauthorized' },
  'out of credit': { fault: 'out_of_credit' },
  'endless body': { fault: 'endless', times: 1 },
  'redirect to a private address': { fault: 'redirect' },
} as const

const small: Record<string, Row['small']> = {
  'malformed JSON': ['runway'],
  'HTML 502': ['fal'],
  '401': ['kie'],
  '429 with Retry-After': ['kie'],
  '503 of the provider': ['runway'],
}

const rowsOfStatus: Row[] = Object.entries(brokenReads).map(([name, fault]) => ({
  name: `status: ${name}`,
  why: verdict,
  faults: [{ times: TIMES, ...fault, on: 'status' }],
  expected: askedAgain,
  ...(small[name] && { small: small[name] }),
}))

/** Only fal has an address of its own for the result. */
const resultFaults = [
  'connection reset',
  'malformed JSON',
  'HTML 502',
  '429',
  '503 of the provider',
  '401',
] as const

const rowsOfResults: Row[] = resultFaults.map((name) => ({
  name: `result: ${name}`,
  why: 'the result of a completed request is read again',
  faults: [{ times: TIMES, ...brokenReads[name], on: 'result' }],
  expected: { fal: made() },
  ...(name === '503 of the provider' && { small: ['fal'] as const }),
}))

/** A task that ended with 5xx says so each time; three times in half a minute are believed. */
const FAILED_RESULT = { fault: 'status', on: 'result', times: null } as const

export const rowsOfReads: Row[] = [
  ...rowsOfStatus,
  ...rowsOfResults,
  {
    name: 'result: 500 of the provider, always',
    why: 'the same error three times over 30 s is the result of the request, and such a result costs nothing',
    faults: [{ ...FAILED_RESULT, status: 500 }],
    expected: { fal: failed('provider_error', { isCostUntold: true }) },
  },
  {
    name: 'result: HTML 502, always',
    why: 'a page of a proxy never counts as a result, so the job stalls',
    faults: [{ fault: 'html', on: 'result', times: null }],
    expected: { fal: stalled() },
  },
  {
    name: 'result: 400 "still in progress"',
    why: 'it is read again',
    faults: [
      {
        ...{ fault: 'replace', on: 'result', status: 400, times: TIMES },
        body: { detail: 'Request is still in progress' },
      },
    ],
    expected: { fal: made() },
    small: ['fal'],
  },
  {
    name: 'status: 401, always',
    why: 'a wrong key proves nothing about the job, so it stalls and is refunded',
    faults: [{ fault: 'unauthorized', on: 'status', times: null }],
    expected: at(asynchronous, stalled()),
  },
  {
    name: 'status: connection refused',
    why: 'it is asked again when the provider is back',
    faults: [{ fault: 'refuse_connections', forMs: 3_000 }],
    expected: askedAgain,
    isLate: true,
    isAlone: true,
  },
  {
    name: 'task: stuck',
    why: 'the window ends it; where the provider can cancel, it is told',
    faults: [{ fault: 'stuck' }],
    expected: { ...at(['fal', 'runway'], stalled({ isCancelled: true })), kie: stalled() },
  },
  {
    name: 'task: stuck in the queue',
    why: 'the window ends it',
    faults: [{ fault: 'stuck', in: 'queue' }],
    expected: { ...at(['fal', 'runway'], stalled({ isCancelled: true })), kie: stalled() },
  },
  {
    name: 'task: lost after it was seen',
    why: 'an unknown id may be a fault of a moment, so only the window ends it',
    faults: [
      { fault: 'lost', afterReads: 1 },
      { fault: 'render', ms: 600_000 },
    ],
    expected: at(asynchronous, stalled()),
  },
]
