import {
  CEPS_PER_TARGET,
  IMAGE_CREDITS,
  IMAGE_PROMPT_CHARACTERS,
  JSON_BODY_BYTES,
  KEYS_PER_USER,
  mediaStatuses,
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  PHOTOS_PER_HOLDER,
  RATE_WINDOW_MS,
  REFERENCES_PER_JOB,
  rateLimits,
  refusals,
  TEST_SPEED,
  UPLOAD_BYTES,
  VIDEO_PROMPT_CHARACTERS,
  videoPrice,
} from '@atelier/contract'
import { expect, test } from 'vitest'
import { readTable } from '../structure/read-markdown.ts'
import { readRepository } from '../structure/read-repository.ts'

const page = readRepository().find(({ path }) => path === 'docs/interface.md')?.text ?? ''
const number = (value: number): string => value.toLocaleString('en-US')

test('the page lists every error code under its status, and no other', () => {
  const shown = readTable(page, 'status', 'codes').flatMap(([status = '', codes = '']) =>
    codes
      .split(', ')
      .filter((code) => /^[a-z_]+$/.test(code))
      .map((code) => [code, Number(status)]),
  )
  const real = Object.entries(refusals).map(([code, { status }]) => [code, status])
  expect(shown.sort()).toEqual(real.sort())
})

test('the page lists every status of a job', () => {
  const shown = readTable(page, 'status', 'meaning', 'nextAction').map(([status]) => status)
  expect(shown).toEqual([...mediaStatuses])
})

test('the page has the prices of the contract', () => {
  const priced = (resolution: 'SD' | 'HD') =>
    ([6, 10, 15] as const).map((seconds) => number(videoPrice(seconds, resolution))).join(' / ')
  expect(readTable(page, 'job', 'credits')).toEqual([
    ['image, any size', `${IMAGE_CREDITS} × n`],
    ['video SD, 6 / 10 / 15 s', priced('SD')],
    ['video HD, 6 / 10 / 15 s', priced('HD')],
  ])
})

test('the page has the limits of the contract', () => {
  const { submits, ceps, reports, uploads, writes, reads, heavy } = rateLimits
  expect([RATE_WINDOW_MS, ceps]).toEqual([60_000, reports])
  expect(readTable(page, 'limit', 'value')).toEqual([
    ['submits', `${submits} a minute per user`],
    ['CEP creates, reports', `${ceps} a minute each`],
    ['uploads, other writes, reads', `${uploads}, ${writes} and ${reads} a minute`],
    ['search, import, export, verification', `${heavy} a minute together`],
    [
      'prompt',
      `${number(IMAGE_PROMPT_CHARACTERS)} characters (image), ${number(VIDEO_PROMPT_CHARACTERS)} (video)`,
    ],
    [
      'JSON body, uploaded file',
      `${number(JSON_BODY_BYTES)} bytes, ${number(UPLOAD_BYTES)} bytes (JPEG, PNG, WebP)`,
    ],
    ['active photos of a product or character', String(PHOTOS_PER_HOLDER)],
    ['active keys of a user', String(KEYS_PER_USER)],
    ['page of a list', `1 to ${PAGE_LIMIT_MAX}, ${PAGE_LIMIT_DEFAULT} by default`],
  ])
  expect(page).toContain(`at most ${CEPS_PER_TARGET} active each`)
  expect(page).toContain(`at most ${REFERENCES_PER_JOB} images`)
  expect(page).toContain(`${TEST_SPEED} times faster`)
})
