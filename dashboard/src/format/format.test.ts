import { IMAGE_CREDITS, KEYS_PER_USER, videoPrice } from '@atelier/contract'
import { expect, test } from 'vitest'
import { credits, readWhole, shortId, signedCredits } from './numbers.ts'
import { CHEAPEST_VIDEO_PRICE, IMAGE_PRICE, KEYS_MOST, PLANNED_VIDEO } from './prices.ts'
import { daysBetween, duration, exactDuration, roughlyAgo, shortDay, stopwatch, when } from './time.ts'

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute)
const now = at(17, 9, 30)

test('credits are whole, separated and signed with a real minus', () => {
  expect([credits(13_650), credits(0), signedCredits(-400), signedCredits(1_950)]).toEqual([
    '13,650',
    '0',
    '−400',
    '+1,950',
  ])
})

test.each([
  ['6,000', 6_000],
  [' 1 600 ', 1_600],
  ['0', 0],
  ['', null],
  ['-5', null],
  ['1e9', null],
  ['many', null],
])('the amount %j is read as %s', (text, expected) => {
  expect(readWhole(text)).toBe(expected)
})

test('an id keeps its kind and its end', () => {
  expect(shortId('med_4cVbN0aRkQ2sX8mLtZ1yPw')).toBe('med_4cVb…1yPw')
  expect(shortId('hsk_4cVbN0aR')).toBe('hsk_4cVbN0aR')
  expect(shortId('4f872f13d8006e335bc4', 4, 0)).toBe('4f87…')
})

test.each([
  [new Date(now.getTime() - 20_000), 'just now', '刚刚'],
  [at(17, 9, 25), '5 min ago', '5 分钟前'],
  [at(17, 3, 5), '03:05', '03:05'],
  [at(16, 18, 40), 'yesterday 18:40', '昨天 18:40'],
  [at(1, 3, 5), '1 November, 03:05', '11月1日 03:05'],
  [new Date(2025, 9, 31, 3, 5), '31 October 2025, 03:05', '2025年10月31日 03:05'],
  [at(18, 8), '18 November, 08:00', '11月18日 08:00'],
])('%s is written as %s', (time, english, chinese) => {
  expect([when(time, now, 'en'), when(time, now, 'zh')]).toEqual([english, chinese])
})

test('a day in a narrow place has a short month', () => {
  expect([at(1, 3), new Date(2025, 9, 31)].map((day) => shortDay(day, now, 'en'))).toEqual([
    '1 Nov',
    '31 Oct 2025',
  ])
  expect(shortDay(at(1, 3), now, 'zh')).toBe('11月1日')
})

test('what is known to the minute is never written in seconds', () => {
  const ago = (minutes: number) => roughlyAgo(new Date(now.getTime() - minutes * 60_000), now, 'en')
  expect([0.5, 1, 59, 60, 1_439, 1_440, 4_320].map(ago)).toEqual([
    'just now',
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '23 h ago',
    '1 day ago',
    '3 days ago',
  ])
})

test('durations', () => {
  expect([0, 24, 60, 300, 4_320, 7_200].map((seconds) => duration(seconds, 'en'))).toEqual([
    '0 s',
    '24 s',
    '1 min',
    '5 min',
    '1 h 12 min',
    '2 h',
  ])
  expect([0.003, 0.42, 24, 61].map((seconds) => exactDuration(seconds, 'en'))).toEqual([
    '0.1 s',
    '0.4 s',
    '24.0 s',
    '1 min',
  ])
  expect([stopwatch(10), stopwatch(75)]).toEqual(['0:10', '1:15'])
})

test('days are counted by the calendar of the reader, not by 24 hours', () => {
  expect(daysBetween(at(16, 23, 59), at(17, 0, 1))).toBe(1)
  expect(daysBetween(at(17, 0, 1), at(17, 23, 59))).toBe(0)
})

test('the prices that the pages know are those of the contract', () => {
  expect([IMAGE_PRICE, KEYS_MOST, CHEAPEST_VIDEO_PRICE]).toEqual([
    IMAGE_CREDITS,
    KEYS_PER_USER,
    videoPrice(6, 'SD'),
  ])
  const { seconds, resolution, price } = PLANNED_VIDEO
  expect(price).toBe(videoPrice(seconds, resolution))
})
