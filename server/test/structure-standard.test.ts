import { expect, test } from 'vitest'
import { readStandard } from '../harness/standard/index.ts'
import requirements from './structure/asvs-requirements.json' with { type: 'json' }
import { checkAnswers, checkComplete, checkCounts, checkProofs } from './structure/check-standard.ts'
import { readRepository } from './structure/read-repository.ts'

const files = readRepository()
const page = files.find(({ path }) => path === 'docs/security-standard.md')?.text ?? ''
const rows = readStandard(page)

test('every requirement of the levels 1 and 2 is answered once', () => {
  expect(Object.values(requirements).map((ids) => ids.length)).toEqual([70, 183])
  expect(checkComplete(rows, requirements)).toEqual([])
})

test('what is met names its proof, and nothing of level 1 is open', () => {
  expect(checkAnswers(rows)).toEqual([])
})

test('every named test and chapter exists', () => {
  expect(checkProofs(rows, files)).toEqual([])
})

test('the counts are those of the rows', () => {
  expect(checkCounts(rows, page)).toEqual([])
})

const row = (more: string) => readStandard(`| 6.2.1 | 1 | long passwords | ${more} |`)
const tested = '`server/test/routes/account-password.post.outcome.test.ts`'

test.each<[string, string[], RegExp]>([
  ['a missing id', checkComplete(rows.slice(1), requirements), /^1\.1\.1 is missing/],
  [
    'an id that stands twice',
    checkComplete([...rows, ...rows.slice(0, 1)], requirements),
    /^1\.1\.1 stands twice/,
  ],
  [
    'a wrong level',
    checkComplete([{ ...rows[0], level: '1' } as never, ...rows.slice(1)], requirements),
    /no requirement/,
  ],
  ['an open row of level 1', checkAnswers(row('open | later | ')), /6\.2\.1 is of level 1 and open/],
  ['a row without a proof', checkAnswers(row('met | twelve | ')), /names no proof/],
  ['another answer', checkAnswers(row('mostly | twelve | ')), /"mostly" is none of/],
  ['another form of a proof', checkAnswers(row('met | twelve | see the tests ')), /write a proof as/],
  [
    'a title that is nowhere',
    checkProofs(row(`met | twelve | ${tested} "a password is long" `), files),
    /there is no/,
  ],
  [
    'a part of a name in the code',
    checkProofs(row(`met | twelve | ${tested} "openSessionOf" `), files),
    /there is no/,
  ],
  [
    'a file that is gone',
    checkProofs(row('met | twelve | `server/test/gone.test.ts` "x" '), files),
    /there is no/,
  ],
  [
    'a chapter that is gone',
    checkProofs(row('met | x | `docs/security-rules.md` "## Gone" '), files),
    /there is no/,
  ],
  ['a wrong count', checkCounts(rows.slice(1), page), /the counts of level 2 are/],
])('%s is reported', (_, complaints, expected) => {
  expect(complaints.join('\n')).toMatch(expected)
})
