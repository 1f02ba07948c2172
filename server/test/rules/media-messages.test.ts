import { expect, test } from 'vitest'
import type { MediaRow } from '../../src/production/media/media-row.ts'
import { presentMedia } from '../../src/production/media/present-media.ts'

const job: MediaRow = {
  id: 'med_4cVbN0aRkQ2sX8mLtZ1yPw',
  user_id: 'usr_4cVbN0aRkQ2sX8mLtZ1yPw',
  mode: 'live',
  kind: 'image',
  parent_id: null,
  position: 0,
  status: 'processing',
  prompt: 'a mug',
  model: 'simulator/ok',
  size: '1:1',
  orientation: null,
  resolution: 'SD',
  duration_seconds: 0,
  n: 1,
  product_id: null,
  character_id: null,
  cep_id: null,
  angle: null,
  hook: null,
  inputs: [],
  dropped: [],
  client_ref: 'mug-1',
  body_hash: null,
  cost_credits: 400,
  refunded_credits: 0,
  created_at: new Date('2026-11-14T12:00:00.000Z'),
  finished_at: null,
  refunded_at: null,
  progress: null,
  error_code: null,
  error_message: null,
  content_type: 'image/png',
  removed_at: null,
  erased_at: null,
}

const failed = { status: 'failed', refunded_credits: 400 } as const
const REFUNDED = 'The 400 credits were refunded.'

test.each<[string, Partial<MediaRow>, string]>([
  [
    'a queued job',
    { status: 'queued' },
    'Queued; rendering has not started. You were charged 400 credits. Poll again in 10 s.',
  ],
  ['a rendering job', {}, 'Rendering. You were charged 400 credits. Poll again in 10 s.'],
  ['a job of a test key', { mode: 'test' }, 'Rendering. You were charged 400 credits. Poll again in 1 s.'],
  [
    'a completed job',
    { status: 'completed' },
    'Completed for 400 credits. The file is at videoUrl, its permanent URL.',
  ],
  [
    'a further file of a job',
    { status: 'completed', parent_id: 'med_7nTqE2wSj5LxVb9GzKc1Rf', cost_credits: 0 },
    'Completed at no price: its job was charged. The file is at videoUrl, its permanent URL.',
  ],
  [
    'a job with fewer files than requested',
    { status: 'completed', n: 4, cost_credits: 1_600, refunded_credits: 800 },
    'Completed with fewer files than requested. 800 of the 1600 credits were refunded. ' +
      'The files are in outputs.',
  ],
  [
    'a completed job whose file was removed',
    { status: 'completed', removed_at: new Date() },
    'Completed for 400 credits. The file was removed when its retention period ended. ' +
      'Submit again with a new clientRef to make another.',
  ],
  [
    'a cancelled job',
    { ...failed, error_code: 'cancelled', error_message: 'cancelled' },
    `Cancelled before rendering started. ${REFUNDED} Submit again with a new clientRef if you still need it.`,
  ],
  [
    'a moderated job',
    { ...failed, error_code: 'content_rejected', error_message: 'The prompt breaks a rule' },
    `Failed: The prompt breaks a rule. ${REFUNDED} ` +
      'Change the prompt or the references, then submit with a new clientRef.',
  ],
  [
    'a job with an unusable reference',
    { ...failed, error_code: 'reference_unusable', error_message: 'A reference cannot be used' },
    `Failed: A reference cannot be used. ${REFUNDED} ` +
      'Replace the reference, then submit with a new clientRef.',
  ],
  [
    'a job that its provider failed',
    { ...failed, error_code: 'provider_error', error_message: 'Out of memory' },
    `Failed: Out of memory. ${REFUNDED} Submit again with a new clientRef.`,
  ],
  [
    'a job whose file was not stored',
    { ...failed, error_code: 'storage_failed', error_message: 'The finished file could not be stored' },
    `Failed: The finished file could not be stored. ${REFUNDED} Submit again with a new clientRef.`,
  ],
  [
    'a stalled job',
    { status: 'stalled', refunded_credits: 400, error_code: 'timeout' },
    `Stalled: no result arrived in time. ${REFUNDED} Submit again with a new clientRef.`,
  ],
])('the message of %s states what happened to the credits and what to do next', (_, change, message) => {
  expect(presentMedia({ ...job, ...change }, [], 'https://atelier.example').message).toBe(message)
})
