import { at, failed, made, type Row, stalled, unbought } from './cell.ts'

/** Peculiarities of one provider each, as far as they are no faults of the other lists. */

const isRead = 'both forms are read'

const falQuirks: Row[] = [
  quirk('fal', 'result address ends in /response', { responseSuffix: true }, 'addresses are not built'),
  quirk('fal', 'answer to a submit without status', { submitStatus: false }, 'the id is enough'),
  quirk('fal', 'answer to a submit without gateway id', { submitGateway: false }, 'the id is enough'),
  quirk('fal', 'files with all fields', { fileFields: 'full' }, isRead),
  quirk('fal', 'files with their address alone', { fileFields: 'url' }, isRead),
  {
    ...quirk('fal', 'account locked by an admin', { locked: 'Admin lock' }, 'our account, not the order'),
    expected: { fal: failed('provider_error', unbought) },
  },
  {
    ...quirk('fal', 'locked while the job runs', { locked: 'TOP_UP' }, 'status and result still answer'),
    isLate: true,
  },
  {
    ...quirk('fal', 'request list of many pages', { pageMax: 5 }, 'all pages are read'),
    faults: [{ fault: 'lost_reply' }, { fault: 'missing' }],
  },
  {
    ...quirk('fal', 'newer name of the retry header', { retryHeader: 'x-fal-needs-retry' }, isRead),
    faults: [{ fault: 'fail', type: 'image_too_small', msg: 'The image is too small.' }],
    expected: { fal: failed('provider_error') },
  },
  {
    name: 'quirk: the request was retried inside',
    why: 'another gateway id is the same request',
    faults: [{ fault: 'retried' }],
    expected: { fal: made() },
  },
  {
    name: 'quirk: a video with its length as a text',
    why: 'the input is strict: a wrong type fails the request',
    faults: [],
    order: { kind: 'video' },
    expected: { fal: made() },
    small: ['fal'],
  },
]

const kieCode = (code: number, changed: Partial<Row>): Row => ({
  name: `quirk: code ${code} on the submit`,
  why: 'the code decides, whatever the HTTP status',
  faults: [{ fault: 'status', status: code, httpStatus: 200 }],
  expected: { kie: failed('provider_error', unbought) },
  ...changed,
})
const later = { expected: { kie: made({ posts: 2 }) } }

const kieQuirks: Row[] = [
  kieCode(404, {}),
  kieCode(433, { isAlone: true }),
  kieCode(451, { expected: { kie: failed('reference_unusable', unbought) } }),
  kieCode(455, { ...later, small: ['kie'] }),
  kieCode(501, {}),
  kieCode(505, {}),
  kieCode(550, later),
  {
    name: 'quirk: code 402 as the HTTP status',
    why: 'the code decides, whatever the HTTP status',
    faults: [{ fault: 'status', status: 402 }],
    expected: { kie: failed('provider_error', unbought) },
    isAlone: true,
  },
  {
    name: 'quirk: record appears late',
    why: '"recordInfo is null" is the answer for a task made a moment ago',
    faults: [{ fault: 'late_record', reads: 4 }],
    expected: { kie: made() },
    small: ['kie'],
  },
  {
    name: 'quirk: state never seen before',
    why: 'an unknown state is no end',
    faults: [{ fault: 'show_state', state: 'queuing' }],
    expected: { kie: made() },
  },
  {
    name: 'quirk: success with an empty result',
    why: 'it was paid, so it is read again until the window is over',
    faults: [{ fault: 'show_result', resultJson: '' }],
    expected: { kie: stalled() },
  },
  quirk('kie', 'record of ten keys', { recordKeys: 10 }, 'without the cost, the expected one is booked'),
  quirk('kie', 'record of twelve keys', { recordKeys: 12 }, isRead),
  quirk('kie', 'text in the field message', { messageField: 'message' }, isRead),
  quirk('kie', 'cost time in milliseconds', { costTimeUnit: 'ms' }, 'times are not used'),
  quirk('kie', 'straight from waiting to success', { generatingShare: 0 }, 'no state is needed in between'),
  quirk('kie', 'more addresses in the result', { resultExtras: true }, 'only the results are taken'),
  quirk('kie', 'answer without recordId', { recordId: false }, isRead),
  quirk('kie', 'callbacks are not signed', { webhookKey: '' }, 'every job is also checked without one'),
  {
    ...quirk('kie', 'callback id at another place', { callbackIdAt: 'data.task_id' }, isRead),
    faults: [{ fault: 'lost_reply' }],
  },
  {
    ...quirk('kie', 'callback URL inside param', { callbackInParam: true }, 'it is ours'),
    faults: [{ fault: 'lost_reply' }],
  },
  {
    ...quirk('kie', 'older answer to an upload', { uploadUrlField: 'fileUrl' }, isRead),
    order: { references: 1 },
  },
  {
    ...quirk('kie', 'file too old for its address', { mediaLifetimeMs: 0 }, 'gone for good'),
    expected: { kie: failed('storage_failed') },
  },
]

const refusedFor = (changed: object) => failed('provider_error', { ...unbought, ...changed })

const openaiQuirks: Row[] = [
  quirk('openai', 'answer with a length', { isChunked: false }, isRead),
  quirk('openai', 'answer of several megabytes', { imageBytes: 6_000_000 }, 'it is never held in memory'),
  {
    ...quirk('openai', 'billing limit as a 400', { outOfCreditAs: 'billing' }, 'our account, not the order'),
    faults: [{ fault: 'out_of_credit' }],
    expected: { openai: refusedFor({}) },
  },
  {
    ...quirk('openai', 'organisation not verified', { isVerified: false }, 'our account, not the order'),
    expected: { openai: refusedFor({}) },
  },
  {
    ...quirk('openai', '429 that must not be repeated', { shouldRetry: 'false' }, 'the provider forbids it'),
    faults: [{ fault: 'rate_limited' }],
    expected: { openai: refusedFor({}) },
  },
  {
    ...quirk('openai', 'pause in milliseconds alone', { retryAfterIn: 'ms' }, isRead),
    faults: [{ fault: 'rate_limited', retryAfterSeconds: 3 }],
    expected: { openai: made({ posts: 2 }) },
  },
  ...([408, 409] as const).map(
    (status): Row => ({
      name: `quirk: ${status} on the submit`,
      why: 'it may have been taken, so it is not sent again',
      faults: [{ fault: 'status', status }],
      expected: { openai: refusedFor({}) },
    }),
  ),
  {
    name: 'quirk: answer without data',
    why: 'a success without a file is a failure of the provider',
    faults: [{ fault: 'drop_fields', fields: ['data'] }],
    expected: { openai: failed('provider_error') },
  },
  {
    name: 'quirk: answer without usage',
    why: 'the pictures are delivered, and the expected cost is booked',
    faults: [{ fault: 'drop_fields', fields: ['usage'] }],
    expected: { openai: made() },
  },
]

const runwayQuirks: Row[] = [
  quirk('runway', 'estimate far above the cost', { estimatePercent: 300 }, 'the final cost is booked'),
  {
    name: 'quirk: daily limit',
    why: 'it is sent again, as long as its window is open',
    faults: [
      { fault: 'replace', status: 429, body: { error: 'You have reached the daily limit of generations.' } },
    ],
    expected: { runway: made({ posts: 2 }) },
  },
  {
    ...quirk('runway', 'throttled', { concurrency: 0 }, 'it waits for our other jobs'),
    settingsMs: 8_000,
  },
  {
    ...quirk('runway', 'addresses that end at once', { urlLifetimeMs: 0 }, 'fresh ones do not help'),
    expected: { runway: failed('storage_failed') },
  },
  {
    name: 'quirk: progress falls',
    why: 'what callers see never falls',
    faults: [
      { fault: 'progress', values: [0.6, 0.2, null, 0.9] },
      { fault: 'render', ms: 20_000 },
    ],
    expected: { runway: made() },
  },
  {
    name: 'quirk: ratio refused for this model',
    why: 'an order that does not fit is refused and refunded',
    faults: [
      {
        fault: 'replace',
        status: 400,
        body: {
          error: 'Validation of body failed',
          issues: [{ path: ['ratio'], message: 'Not a valid ratio for this model' }],
        },
      },
    ],
    expected: { runway: failed('provider_error', unbought) },
  },
  {
    name: 'quirk: a reference is refused',
    why: 'the caller can replace it',
    faults: [
      {
        fault: 'replace',
        status: 400,
        body: { error: 'Failed to fetch asset: referenceImages[0].uri redirects.' },
      },
    ],
    order: { references: 1 },
    expected: { runway: failed('reference_unusable', unbought) },
  },
]

export const rowsOfQuirks: Row[] = [...falQuirks, ...kieQuirks, ...openaiQuirks, ...runwayQuirks]

/** A setting of one double, under which a plain order must be made. */
function quirk(
  provider: 'fal' | 'kie' | 'openai' | 'runway',
  name: string,
  settings: Record<string, unknown>,
  why: string,
): Row {
  return { name: `quirk: ${name}`, why, faults: [], settings, expected: at([provider], made()) }
}
