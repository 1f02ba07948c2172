import { at, failed, made, type Row, unbought } from './cell.ts'

const rejected = failed('content_rejected')
const broken = failed('provider_error')
const badReference = failed('reference_unusable')

/** How a task of each provider fails, in its own words. */
export const rowsOfTasks: Row[] = [
  {
    name: 'task: content refused',
    why: 'moderation is told to the caller',
    faults: [{ fault: 'fail' }],
    expected: { fal: rejected, openai: rejected },
    small: ['fal', 'openai'],
  },
  {
    name: 'task: content refused, told by a word',
    why: 'there is no code for moderation, so the words decide',
    faults: [{ fault: 'fail', message: 'Your prompt was flagged as sensitive content.' }],
    expected: { kie: rejected },
    small: ['kie'],
  },
  {
    name: 'task: content refused before it ran',
    why: 'moderation is told to the caller',
    faults: [{ fault: 'fail', code: 'SAFETY.INPUT.TEXT', message: 'The prompt was refused.' }],
    expected: { runway: rejected },
    small: ['runway'],
  },
  {
    name: 'task: output refused, and billed',
    why: 'refunded to the caller, and our cost is booked',
    faults: [{ fault: 'fail', code: 'SAFETY.OUTPUT.VIDEO', message: 'The output was refused.' }],
    expected: { runway: rejected },
  },
  {
    name: 'task: content refused, billed',
    why: 'refunded to the caller, and our cost is booked',
    faults: [{ fault: 'fail', billed: true }],
    expected: { fal: rejected },
  },
  {
    name: 'task: fails with a sentence',
    why: '`detail` may be a text',
    faults: [{ fault: 'fail', shape: 'text', type: 'no_media_generated', msg: 'Nothing was made.' }],
    expected: { fal: broken },
  },
  {
    name: 'task: platform fails, shown by the status',
    why: 'a failed request is COMPLETED, and its result is 503; it must repeat for 30 s',
    faults: [{ fault: 'fail', errorType: 'runner_disconnected' }],
    expected: { fal: broken },
  },
  {
    name: 'task: generation timed out',
    why: 'a result of 504 in the provider’s words, repeated for 30 s, is the end',
    faults: [{ fault: 'fail', type: 'generation_timeout', msg: 'Took too long.' }],
    expected: { fal: broken },
  },
  {
    name: 'task: a reference cannot be read',
    why: 'the caller can replace it',
    faults: [{ fault: 'fail', type: 'file_download_error', msg: 'Failed to download the file.' }],
    order: { references: 1 },
    expected: { fal: badReference },
  },
  {
    name: 'task: an asset is invalid',
    why: 'the caller can replace it',
    faults: [{ fault: 'fail', code: 'ASSET.INVALID', message: 'The asset cannot be read.' }],
    order: { references: 1 },
    expected: { runway: badReference },
  },
  {
    name: 'task: an image cannot be fetched',
    why: 'the caller can replace it',
    faults: [{ fault: 'fail', code: '451', message: 'Failed to fetch the image.' }],
    order: { references: 1 },
    expected: { kie: badReference },
  },
  {
    name: 'task: fails without a code',
    why: 'a failure without a reason is a failure',
    faults: [{ fault: 'fail', code: null, message: null }],
    expected: { kie: broken },
  },
  {
    name: 'task: fails with no failureCode',
    why: 'the code is optional',
    faults: [{ fault: 'fail', message: 'An unexpected error occurred.' }],
    expected: { runway: broken },
    small: ['runway'],
  },
  {
    name: 'task: internal error',
    why: 'a task that ended is not bought again',
    faults: [{ fault: 'fail', code: 'INTERNAL.BAD_OUTPUT.CODE01', message: 'Bad output.' }],
    expected: { runway: broken },
  },
  {
    name: 'task: third party not available',
    why: 'a task that ended is not bought again',
    faults: [{ fault: 'fail', code: 'THIRD_PARTY.UNAVAILABLE', message: 'Not available.' }],
    expected: { runway: broken },
  },
  {
    name: 'task: cancelled at the provider',
    why: 'nobody makes it any more',
    faults: [{ fault: 'fail', as: 'CANCELLED' }],
    expected: { runway: broken },
  },
  {
    name: 'task: server error after the wait',
    why: 'a 500 proves nothing, and the files are only in the answer',
    faults: [{ fault: 'fail', code: 'server_error' }],
    expected: { openai: broken },
  },
  {
    name: 'task: an error text with ids and addresses',
    why: 'the caller sees no id, address or key',
    faults: [
      {
        fault: 'fail',
        message: 'Failed at https://files.provider.example/a?key=1, task 0123456789abcdef0123456789abcdef.',
      },
    ],
    expected: at(['kie', 'runway'], broken),
    small: ['kie'],
  },
  {
    name: 'submit: 400 for content',
    why: 'refused at the submit, and not bought',
    faults: [
      { fault: 'replace', status: 200, body: { code: 400, msg: 'Content policy violation', data: null } },
    ],
    expected: { kie: failed('content_rejected', unbought) },
  },
  {
    name: 'submit: 422 of the provider',
    why: 'the order does not fit, and is not bought',
    faults: [{ fault: 'status', status: 422 }],
    expected: at(['kie', 'openai', 'runway'], failed('provider_error', unbought)),
    small: ['kie'],
  },
  {
    name: 'reference: upload broken once',
    isAlone: true,
    why: 'nothing is bought by an upload, so it is sent again',
    faults: [{ fault: 'reset', on: 'upload', match: null }],
    order: { references: 1 },
    expected: at(['fal', 'kie', 'runway'], made()),
    small: ['fal'],
  },
  {
    name: 'reference: upload 503',
    isAlone: true,
    why: 'nothing is bought by an upload, so it is sent again',
    faults: [{ fault: 'status', status: 503, on: 'upload', match: null }],
    order: { references: 1 },
    expected: at(['fal', 'kie', 'runway'], made()),
  },
  {
    name: 'reference: a video with a reference',
    why: 'references travel as uploads or bytes',
    faults: [],
    order: { kind: 'video', references: 1 },
    expected: at(['fal', 'kie', 'runway'], made()),
  },
  {
    name: 'reference: a picture with references',
    why: 'references travel as uploads or bytes',
    faults: [],
    order: { references: 2 },
    expected: at(['fal', 'kie', 'openai', 'runway'], made()),
    small: ['openai', 'runway'],
  },
]
