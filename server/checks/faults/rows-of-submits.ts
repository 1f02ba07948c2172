import { asynchronous, at, everyProvider, failed, made, type Row, stalled, unbought } from './cell.ts'

/*
 * Trouble with the POST that buys. What follows when nobody knows whether it was accepted:
 *
 *   fal      is found in its request list, or announces itself by a callback; else it stalls
 *   kie      announces itself by a callback; else it stalls
 *   openai   fails at once: the files were in the answer
 *   runway   stalls: it has neither a list nor callbacks
 *
 * It is never sent again.
 */

/** Nothing was bought, and nobody can know it. */
const neverKnown = {
  ...at(asynchronous, stalled(unbought)),
  openai: failed('provider_error', unbought),
}

/** It was bought, and the answer was lost. */
const lost = { ...at(['fal', 'kie'], made()), openai: failed('provider_error'), runway: stalled() }

/** A definite refusal for a moment: the second POST buys. */
const repeated = at(everyProvider, made({ posts: 2 }))

const refused = at(everyProvider, failed('provider_error', unbought))

const proxy = 'a page of a proxy proves nothing, so it is not sent again'
const kept = 'the answer is lost, so it is looked for and not sent again'

export const rowsOfSubmits: Row[] = [
  {
    name: 'submit: reset before it is accepted',
    why: 'bytes were sent and no answer came',
    faults: [{ fault: 'reset' }],
    expected: neverKnown,
    small: ['openai'],
  },
  {
    name: 'submit: reset after it is accepted',
    why: kept,
    faults: [{ fault: 'reset', when: 'after' }],
    expected: lost,
  },
  {
    name: 'submit: reply lost',
    why: kept,
    faults: [{ fault: 'lost_reply' }],
    expected: lost,
    small: ['fal', 'kie', 'openai'],
  },
  {
    name: 'submit: reply lost, of a video',
    why: kept,
    faults: [{ fault: 'lost_reply' }],
    order: { kind: 'video' },
    expected: { ...at(['fal', 'kie'], made()), runway: stalled() },
  },
  {
    name: 'submit: connection stays silent',
    why: 'it is given up after the time of a submit, and then found',
    faults: [{ fault: 'lost_reply', end: 'silent' }],
    expected: { fal: made() },
  },
  {
    name: 'submit: slow headers',
    why: 'a slow answer is an answer',
    faults: [{ fault: 'slow_headers', delayMs: 4_000 }],
    expected: at(everyProvider, made()),
    small: ['openai', 'runway'],
  },
  {
    name: 'submit: held for longer than a caller waits',
    why: 'the caller is answered meanwhile, and the files are stored',
    faults: [{ fault: 'slow_headers', delayMs: 12_000 }],
    expected: at(['openai', 'runway'], made()),
  },
  {
    name: 'submit: trickled body',
    why: 'the answer is whole in the end',
    faults: [{ fault: 'trickle', bytes: 2_048, everyMs: 20 }],
    expected: at(everyProvider, made()),
  },
  {
    name: 'submit: body shorter than its length',
    why: kept,
    faults: [{ fault: 'truncate', mode: 'length' }],
    expected: lost,
    small: ['fal', 'openai'],
  },
  {
    name: 'submit: chunked body cut',
    why: kept,
    faults: [{ fault: 'truncate', mode: 'chunked' }],
    expected: lost,
  },
  {
    name: 'submit: malformed JSON',
    why: 'a 2xx without an id proves nothing',
    faults: [{ fault: 'malformed_json' }],
    expected: lost,
    small: ['kie'],
  },
  {
    name: 'submit: HTML 502, not accepted',
    why: proxy,
    faults: [{ fault: 'html', status: 502 }],
    expected: neverKnown,
    small: ['openai'],
  },
  {
    name: 'submit: HTML 502, accepted',
    why: proxy,
    faults: [{ fault: 'html', status: 502, when: 'after' }],
    expected: lost,
    small: ['fal', 'kie'],
  },
  {
    name: 'submit: HTML 503, accepted',
    why: proxy,
    faults: [{ fault: 'html', status: 503, when: 'after' }],
    expected: lost,
  },
  {
    name: 'submit: HTML 504, not accepted',
    why: proxy,
    faults: [{ fault: 'html', status: 504 }],
    expected: neverKnown,
  },
  {
    name: 'submit: 429',
    why: 'a definite refusal for a moment',
    faults: [{ fault: 'rate_limited' }],
    expected: repeated,
    small: ['kie', 'runway'],
  },
  {
    name: 'submit: 429 with Retry-After',
    why: 'a definite refusal for a moment',
    faults: [{ fault: 'rate_limited', retryAfterSeconds: 3 }],
    expected: repeated,
    small: ['fal', 'openai'],
  },
  {
    name: 'submit: 500 of the provider',
    why: 'the task may have been made before the error',
    faults: [{ fault: 'status', status: 500 }],
    expected: neverKnown,
  },
  {
    name: 'submit: 502 of the provider',
    why: 'the task may have been made before the error',
    faults: [{ fault: 'status', status: 502, when: 'after' }],
    expected: lost,
  },
  {
    name: 'submit: 503 of the provider',
    why: 'in the provider’s own words it is a refusal for a moment',
    faults: [{ fault: 'status', status: 503 }],
    expected: repeated,
    small: ['openai'],
  },
  {
    name: 'submit: 504 of the provider',
    why: 'the task may have been made before the error',
    faults: [{ fault: 'status', status: 504, when: 'after' }],
    expected: lost,
    small: ['openai'],
  },
  {
    name: 'submit: endless body',
    why: 'it is cut at the largest size of an answer, and then the answer is lost',
    faults: [{ fault: 'endless' }],
    expected: lost,
  },
  {
    name: 'submit: 401',
    why: 'our account, not the order: refunded, and the breaker opens',
    faults: [{ fault: 'unauthorized' }],
    expected: refused,
    isAlone: true,
  },
  {
    name: 'submit: out of credit',
    why: 'each provider says it in another way; it is never the fault of the prompt',
    faults: [{ fault: 'out_of_credit' }],
    expected: refused,
    isAlone: true,
    small: ['kie', 'runway'],
  },
  {
    name: 'submit: connection refused',
    why: 'nothing was sent, so it is sent when the provider is back',
    faults: [{ fault: 'refuse_connections', forMs: 4_000 }],
    expected: at(everyProvider, made()),
    isAlone: true,
    small: ['fal', 'openai'],
  },
]

const unavailable = at(
  everyProvider,
  failed('provider_error', { ...unbought, refusal: 'provider_unavailable' }),
)

/** The caller still waits for the answer: a refusal is told at once, and the clientRef is free again. */
export const rowsOfWaitingCallers: Row[] = [
  {
    name: 'waiting caller: 401',
    why: 'the caller is told 503',
    faults: [{ fault: 'unauthorized' }],
    expected: unavailable,
    small: ['fal'],
  },
  {
    name: 'waiting caller: out of credit',
    why: 'the caller is told 503, as of any trouble with our account',
    faults: [{ fault: 'out_of_credit' }],
    expected: unavailable,
    small: ['openai'],
  },
  {
    name: 'waiting caller: connection refused',
    why: 'nothing was sent, and the caller is told 503',
    faults: [{ fault: 'refuse_connections', forMs: 8_000 }],
    expected: at(
      everyProvider,
      failed('provider_error', { posts: 0, bought: 0, refusal: 'provider_unavailable' }),
    ),
    small: ['runway'],
  },
  {
    name: 'waiting caller: reply lost',
    why: 'the caller is told that the job is accepted: it may be, and it is looked for',
    faults: [{ fault: 'lost_reply' }],
    expected: {
      ...at(['fal', 'kie'], made()),
      // The files were in the answer: the job fails while the caller waits.
      openai: failed('provider_error', { refusal: 'provider_unavailable' }),
    },
  },
].map((row) => ({ ...row, caller: 'waits' as const }) as Row)
