import { asynchronous, at, everyProvider, failed, made, type Row } from './cell.ts'

const stored = at(asynchronous, made())
const unusable = at(asynchronous, failed('storage_failed'))
const again = 'the download is tried again, or goes on where it broke'
const never = 'a file that cannot be used is refunded, and the worker reads no more of it than 64 MB'

/** Larger than any file that is stored. */
const TOO_LARGE = 70 * 1024 * 1024

const passing = {
  'connection reset': { fault: 'reset' },
  'reply lost': { fault: 'lost_reply' },
  'slow headers': { fault: 'slow_headers', delayMs: 3_000 },
  'trickled body': { fault: 'trickle', bytes: 4_096, everyMs: 20 },
  'body shorter than its length': { fault: 'truncate', mode: 'length' },
  'chunked body cut': { fault: 'truncate', mode: 'chunked' },
  'half a file with a true length': { fault: 'malformed_json' },
  'HTML 502': { fault: 'html' },
  '429': { fault: 'rate_limited' },
  '500': { fault: 'status', status: 500, envelope: 'html' },
  '503': { fault: 'status', status: 503, envelope: 'html' },
  'length too small': { fault: 'false_length', by: -400 },
  'its last chunk is missing': { fault: 'false_length', by: -12 },
  'length too large': { fault: 'false_length', by: 10 },
} as const

const small: Record<string, Row['small']> = {
  'body shorter than its length': ['kie'],
  'length too large': ['fal'],
  '503': ['runway'],
}

const rowsOfPassingFaults: Row[] = Object.entries(passing).map(([name, fault]) => ({
  name: `media: ${name}`,
  why: again,
  faults: [{ ...fault, on: 'media' }],
  expected: stored,
  ...(small[name] && { small: small[name] }),
}))

const always = { on: 'media', times: null } as const

export const rowsOfFiles: Row[] = [
  ...rowsOfPassingFaults,
  {
    name: 'media: half a file, always',
    why: never,
    faults: [{ fault: 'malformed_json', ...always }],
    expected: unusable,
    small: ['kie'],
  },
  {
    name: 'media: length too small, always',
    why: never,
    faults: [{ fault: 'false_length', by: -400, ...always }],
    expected: unusable,
  },
  {
    name: 'media: its last chunk is missing, always',
    why: 'every pixel is there, but the file was cut: it is no file that we deliver',
    faults: [{ fault: 'false_length', by: -12, ...always }],
    expected: unusable,
  },
  {
    name: 'media: wrong content type',
    why: 'the bytes decide what a file is, and these are a whole picture',
    faults: [{ fault: 'wrong_type', ...always }],
    expected: stored,
  },
  {
    name: 'media: a page instead of a picture',
    why: 'the bytes decide what a file is, whatever its type says',
    faults: [
      { fault: 'replace', status: 200, contentType: 'image/png', body: '<html>no picture</html>', ...always },
    ],
    expected: unusable,
    small: ['runway'],
  },
  {
    name: 'media: oversized',
    why: never,
    faults: [{ fault: 'oversize', bytes: TOO_LARGE, ...always }],
    expected: unusable,
  },
  {
    name: 'media: endless',
    why: never,
    faults: [{ fault: 'endless', ...always }],
    expected: unusable,
    small: ['fal'],
  },
  ...([403, 404, 410] as const).map(
    (status): Row => ({
      name: `media: ${status} after expiry`,
      why: 'the task is read once more, and the same address taken for a minute; then it is gone for good',
      faults: [{ fault: 'status', status, envelope: 'html', ...always }],
      expected: unusable,
      ...(status === 410 && { small: ['kie'] }),
    }),
  ),
  {
    name: 'media: 403 once',
    why: 'the task is read once more, and gives an address that works',
    faults: [{ fault: 'status', status: 403, envelope: 'html', on: 'media' }],
    expected: stored,
    small: ['runway'],
  },
  {
    name: 'media: redirect to a private address',
    why: 'no address outside the hosts of the provider is opened',
    faults: [{ fault: 'redirect', ...always }],
    expected: unusable,
    small: ['fal', 'runway'],
  },
  {
    name: 'media: a video cut',
    why: again,
    faults: [{ fault: 'truncate', on: 'media' }],
    order: { kind: 'video' },
    expected: stored,
  },
  {
    name: 'files: none',
    why: 'a success without a file is a failure of the provider',
    faults: [{ fault: 'files', count: 0 }],
    expected: at(everyProvider, failed('provider_error')),
    small: ['fal', 'openai'],
  },
  {
    name: 'files: two of four',
    why: 'what was made is delivered, and the rest refunded',
    faults: [{ fault: 'files', count: 2 }],
    order: { n: 4 },
    expected: at(['fal', 'openai', 'runway'], made({ files: 2 })),
    small: ['fal', 'openai'],
  },
  {
    name: 'files: one of two parts fails',
    why: 'what was made is delivered, and the rest refunded',
    faults: [{ fault: 'fail', message: 'The generation failed.' }],
    order: { n: 2 },
    expected: { kie: made({ files: 1, posts: 2, bought: 2 }) },
    small: ['kie'],
  },
  {
    name: 'files: one of four cannot be used',
    why: 'the others are delivered',
    faults: [{ fault: 'endless', ...always, match: { path: '/2.png' } }],
    order: { n: 4 },
    expected: at(['fal', 'runway'], made({ files: 3 })),
  },
]
