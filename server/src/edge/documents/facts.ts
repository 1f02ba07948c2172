import {
  CEP_CHARACTERS,
  CEP_LABEL_CHARACTERS,
  CEPS_PER_TARGET,
  CLIENT_REF_CHARACTERS,
  IMAGE_PROMPT_CHARACTERS,
  KEYS_PER_USER,
  type MediaStatus,
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  PHOTOS_PER_HOLDER,
  type RateClass,
  REFERENCES_PER_JOB,
  VIDEO_PROMPT_CHARACTERS,
} from '@atelier/contract'

type StatusFact = { waiting: boolean; nextAction: string; credits: string; advice: string }

const byStatus = {
  queued: { waiting: true, nextAction: 'poll_again', credits: 'charged', advice: 'Poll again in 10 s.' },
  processing: { waiting: true, nextAction: 'poll_again', credits: 'charged', advice: 'Poll again in 10 s.' },
  completed: {
    waiting: false,
    nextAction: 'use_videoUrl',
    credits: 'charged',
    advice: 'Read the file at `videoUrl`.',
  },
  failed: {
    waiting: false,
    nextAction: 'retry',
    credits: 'refunded',
    advice: 'Read `errorCode` and `message`; submit again with a new `clientRef`.',
  },
  stalled: {
    waiting: false,
    nextAction: 'retry',
    credits: 'refunded',
    advice: 'No result in 15 minutes (images) or 30 (videos); submit again with a new `clientRef`.',
  },
} as const satisfies Record<MediaStatus, StatusFact>

export const statuses = Object.entries(byStatus).map(([status, fact]) => ({ status, ...fact }))

const aboutClass = {
  submits: 'image and video submits',
  ceps: 'new CEPs',
  reports: 'reports',
  uploads: 'multipart uploads',
  writes: 'all other writes',
  reads: 'every GET, and quotes',
  heavy: 'search, import, export and verification, in addition to their own class',
  looks: 'looks of open dashboard pages at what changed',
  mcp: 'messages to /mcp, besides what their tools call',
} as const satisfies Record<RateClass, string>

export const rateClasses = Object.entries(aboutClass) as [RateClass, string][]

const formatCount = (count: number): string => count.toLocaleString('en-US')

export const limits: [string, string][] = [
  ['Prompt of an image', `${formatCount(IMAGE_PROMPT_CHARACTERS)} characters`],
  ['Prompt of a video', `${formatCount(VIDEO_PROMPT_CHARACTERS)} characters`],
  ['References of a job, from all sources', String(REFERENCES_PER_JOB)],
  ['clientRef', `${CLIENT_REF_CHARACTERS} characters`],
  ['A file', '10 MB; JPEG, PNG or WebP'],
  ['A JSON body', '256 KB'],
  ['Active photos of a product or character', String(PHOTOS_PER_HOLDER)],
  ['Active CEPs of a product or topic', String(CEPS_PER_TARGET)],
  [
    'Text of a CEP; its pain point and angle',
    `${formatCount(CEP_CHARACTERS)}; ${CEP_LABEL_CHARACTERS} characters`,
  ],
  ['One page of a list', `${PAGE_LIMIT_MAX} (default ${PAGE_LIMIT_DEFAULT})`],
  ['Active keys of a user', String(KEYS_PER_USER)],
  ['Time to a result', '15 minutes for an image, 30 for a video'],
]
