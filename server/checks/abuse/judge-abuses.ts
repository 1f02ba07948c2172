import { type Check, print, textTable } from '../../harness/report/index.ts'
import type { Measured } from './measure-abuses.ts'
import { type Experience, type Kind, kinds, p99 } from './run-honest-clients.ts'

const TIMES = 3
/**
 * A fetch from an address that takes no connections is a chain of short steps. Quiet it is as quick as a
 * read, and each step waits for a core while abusers keep both of them busy.
 */
const timesOf = (kind: Kind): number => (kind === 'fetches' ? 5 : TIMES)

/** Prints the table and judges each abuse. Below `fastMs` a factor says nothing. */
export function judgeAbuses({ quietly, outcomes, isSameProcess }: Measured, fastMs: number): Check[] {
  print(`p99 of honest requests in ms, of ${quietly.takenMs.files.length} quiet requests for files and so on`)
  print(
    textTable([
      ['', ...kinds, 'failures', 'stolen'],
      ['without abuse', ...p99s(quietly), String(quietly.failures.length), ''],
      ...outcomes.map(({ name, during, failures, stolen }) => [
        name,
        ...p99s(during),
        String(during.failures.length + failures.length),
        `${Math.round(100 * stolen)}%`,
      ]),
    ]),
  )
  return [
    { sentence: 'no honest request failed without abuse', failures: quietly.failures },
    ...outcomes.flatMap(({ name, during, failures }) => [
      { sentence: `${name}: no honest request failed`, failures: during.failures },
      {
        sentence: `${name}: p99 at most ${TIMES} times the quiet one (fetches 5), or ${fastMs} ms`,
        failures: findSlow(quietly, during, fastMs).map(
          (kind) => `${kind}: ${p99Of(during, kind)} ms, quiet ${p99Of(quietly, kind)} ms`,
        ),
      },
      { sentence: `${name}: no more than its share`, failures },
    ]),
    { sentence: 'the api is still the same process', failures: isSameProcess ? [] : ['it is not'] },
  ]
}

/** The kinds of requests that an abuse slows down beyond the bound. */
export function findSlow(quietly: Experience, during: Experience, fastMs: number): Kind[] {
  const isSlow = (kind: Kind) =>
    !(p99(during.takenMs[kind]) <= Math.max(timesOf(kind) * p99(quietly.takenMs[kind]), fastMs))
  return kinds.filter(isSlow)
}

const p99s = (experience: Experience): string[] => kinds.map((kind) => p99Of(experience, kind))

function p99Of(experience: Experience, kind: Kind): string {
  const value = p99(experience.takenMs[kind])
  return Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 1 : 0)
}
