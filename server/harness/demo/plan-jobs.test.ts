import { imagePrice, videoPrice } from '@atelier/contract'
import { expect, test } from 'vitest'
import { HISTORY_DAYS, planJobs, WINDOW_MS } from './plan-jobs.ts'

const DAY_MS = 86_400_000

const noon = new Date('2026-11-14T12:00:00Z')
const early = new Date('2026-11-14T00:20:00Z')

test('the jobs make 100 media in the last 30 days, oldest first', () => {
  for (const now of [noon, early]) {
    const jobs = planJobs(now, 1)
    const files = jobs.map(({ n = 1, end }) => (end === 'completed' ? n : 1))
    expect(files.reduce((sum, one) => sum + one, 0)).toBe(100)
    expect(jobs.filter(({ end }) => end === 'open').length).toBe(3)
    const times = jobs.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times.at(-1)).toBe(now.getTime())
    expect(times[0]).toBeGreaterThan(now.getTime() - HISTORY_DAYS * 86_400_000)
  }
})

test('the agent near its ceiling ordered today, at every hour of a day', () => {
  for (const now of [noon, early]) {
    const recent = planJobs(now, 1).filter(({ by, at }) => by === 'video' && +at > +now - 86_400_000)
    expect(recent.length).toBe(5)
    const charged = recent.filter(({ end }) => end !== 'stalled')
    expect(charged.length).toBe(4)
    for (const { at } of charged) expect(at.toISOString().slice(0, 10)).toBe('2026-11-14')
  }
})

test('the window of a stalled job has closed, at every hour of a day', () => {
  for (const now of [noon, early])
    for (const { at } of planJobs(now, 1).filter(({ end }) => end === 'stalled'))
      expect(+now - +at).toBeGreaterThan(WINDOW_MS)
})

test('18 jobs become ads, as many as there are plans of results, and they are the oldest', () => {
  const jobs = planJobs(noon, 1)
  const advertised = jobs.filter(({ hasAd, end }) => hasAd && end === 'completed')
  expect(advertised.length).toBe(18)
})

test('no day of the last two weeks is without spend, and today is no more than twice the dearest one', () => {
  for (const now of [noon, early]) {
    const spent = new Map<number, number>()
    for (const job of planJobs(now, 1)) {
      if (job.end !== 'completed' && job.end !== 'open') continue
      const cost = job.seconds ? videoPrice(job.seconds, 'SD') : imagePrice(job.n ?? 1)
      const ago = Math.floor((+now - +job.at) / DAY_MS)
      spent.set(ago, (spent.get(ago) ?? 0) + cost)
    }
    const days = Array.from({ length: 14 }, (_, ago) => spent.get(ago) ?? 0)
    for (const day of days) expect(day).toBeGreaterThan(0)
    expect(days[0]).toBeLessThan(2 * Math.max(...days.slice(1)))
  }
})

test('another hour changes no job, only its time', () => {
  const named = (now: Date) =>
    planJobs(now, 1)
      .map(({ at, ...job }) => job)
      .toSorted((one, other) => Number(one.name) - Number(other.name))
  expect(named(noon)).toEqual(named(early))
})
