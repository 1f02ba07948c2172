import {
  CEP_CHARACTERS,
  CEPS_PER_TARGET,
  CLIENT_REF_CHARACTERS,
  IMAGE_CREDITS,
  IMAGE_PROMPT_CHARACTERS,
  JSON_BODY_BYTES,
  KEYS_PER_USER,
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  PHOTOS_PER_HOLDER,
  REFERENCES_PER_JOB,
  ROWS_PER_REPORT,
  rateLimits,
  UPLOAD_BYTES,
  VIDEO_PROMPT_CHARACTERS,
  videoPrice,
} from '@atelier/contract'

const number = (value: number): string => value.toLocaleString('en-US')

const table = (heads: string[], rows: string[][]): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const prices = () =>
  table(
    ['job', '6 s', '10 s', '15 s'],
    (['SD', 'HD'] as const).map((resolution) => [
      `video, ${resolution}`,
      ...([6, 10, 15] as const).map((seconds) => number(videoPrice(seconds, resolution))),
    ]),
  )

const classes = {
  submits: 'image and video submits',
  ceps: 'new CEPs',
  reports: 'reports',
  uploads: 'uploads as a form',
  writes: 'all other writes',
  reads: 'every GET, and quotes',
  heavy: 'search, import, export and verification, besides their own class',
  looks: 'looks of open pages of the dashboard at what changed',
  mcp: 'messages to `/mcp`, besides what their tools call',
} as const satisfies Record<keyof typeof rateLimits, string>

const rates = () =>
  table(
    ['class', 'a minute', 'what is counted'],
    Object.entries(classes).map(([name, about]) => [
      `\`${name}\``,
      number(rateLimits[name as keyof typeof rateLimits]),
      about,
    ]),
  )

const sizes = () =>
  table(
    ['what', 'at most'],
    [
      ['prompt of an image', `${number(IMAGE_PROMPT_CHARACTERS)} characters`],
      ['prompt of a video', `${number(VIDEO_PROMPT_CHARACTERS)} characters`],
      ['references of a job, from all sources', String(REFERENCES_PER_JOB)],
      ['`clientRef`', `${CLIENT_REF_CHARACTERS} characters`],
      ['a file (JPEG, PNG or WebP)', `${number(UPLOAD_BYTES)} bytes`],
      ['a JSON body', `${number(JSON_BODY_BYTES)} bytes`],
      ['active photos of a product or character', String(PHOTOS_PER_HOLDER)],
      ['active CEPs of a product or topic', String(CEPS_PER_TARGET)],
      ['text of a CEP', `${number(CEP_CHARACTERS)} characters`],
      ['rows of a report', number(ROWS_PER_REPORT)],
      ['one page of a list', `${PAGE_LIMIT_MAX}, by default ${PAGE_LIMIT_DEFAULT}`],
      ['active keys of a user', String(KEYS_PER_USER)],
    ],
  )

/** What pages take from the contract, so that no figure is written twice. */
export const tables: Record<string, () => string> = {
  prices,
  rates,
  sizes,
  image: () => `An image costs ${IMAGE_CREDITS} credits in any size, and \`n\` images cost \`n\` times that.`,
}
