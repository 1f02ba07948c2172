import { expect, test } from 'vitest'
import { readRepository, type SourceFile, sourceFile } from '../structure/read-repository.ts'

const DOCUMENT = 'docs/interface-decisions.md'
const HANDLE = /\b[DI]-\d{1,2}\b/g
/** `- **D-8 Title.** text` or a table row `| I-3 | ...`. */
const DEFINITION = /^(?:- \*\*|\| )([DI]-\d{1,2})\b/gm

const definedIn = (text: string): string[] => [...text.matchAll(DEFINITION)].map(([, handle = '']) => handle)

const findUndefined = (files: SourceFile[], defined: string[]): string[] =>
  files.flatMap(({ path, text }) =>
    [...new Set(text.match(HANDLE))]
      .filter((handle) => !defined.includes(handle))
      .map((handle) => `${path}: ${handle} is not defined in ${DOCUMENT}`),
  )

const files = readRepository().filter(({ path }) => path !== 'server/test/rules/cited-decisions.test.ts')
const defined = definedIn(files.find(({ path }) => path === DOCUMENT)?.text ?? '')

test('every decision cited in the repository is defined', () => {
  expect(findUndefined(files, defined)).toEqual([])
})

test('the decisions D-1 to D-48 and I-1 to I-27 are each defined once', () => {
  const all = (letter: string, last: number) => Array.from({ length: last }, (_, i) => `${letter}-${i + 1}`)
  expect(defined.toSorted()).toEqual([...all('D', 48), ...all('I', 27)].sort())
})

test('a cited decision that is not defined is found', () => {
  const citing = sourceFile('server/test/a.ts', '// D-31, and D-49 is new')
  expect(findUndefined([citing], defined)).toEqual([`server/test/a.ts: D-49 is not defined in ${DOCUMENT}`])
})
