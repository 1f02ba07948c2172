import { expect, test } from 'vitest'
import { checkVocabulary } from './structure/check-vocabulary.ts'
import { readRepository, sourceFile } from './structure/read-repository.ts'

const allowed = [{ path: 'contract/a.ts', word: 'shelf', reason: 'an example product' }]

test('no word of the old vocabulary is used anywhere', () => {
  expect(checkVocabulary(readRepository())).toEqual([])
})

test.each([
  ['a word in a comment', 'a.ts', '// Ads of one league.', 'a.ts:1: do not write "league": write comparison'],
  ['a word in a camel-case name', 'a.ts', '\nopenShelf()', 'a.ts:2: do not write "shelf"'],
  ['a word in a constant', 'a.py', 'SPOILT_BYTES = 1', 'a.py:1: do not write "spoilt"'],
  ['a word in a test name', 'a.test.ts', "test('whoever calls', f)", 'do not write "whoever"'],
  ['a word in a document', 'a.md', 'A House of many Rooms.', 'do not write "house": write system'],
  ['a word in SQL', 'a.sql', 'create table kept_notes ();', 'do not write "kept notes": write notes'],
  ['a word in a file name', 'roll-dice.ts', '', 'roll-dice.ts:0: do not write "dice": write random'],
  ['a phrase', 'a.sh', '# one place in the minute', 'write rate-limit slot'],
  ['a room that is a module', 'a.ts', '// Another room.', 'do not write "room": write module'],
])('%s is reported', (_, name, text, complaint) => {
  expect(checkVocabulary([sourceFile(`contract/${name}`, text)], []).join('\n')).toContain(complaint)
})

test('plain English, other kinds of files and changelogs are not reported', () => {
  const files = [
    sourceFile('contract/a.ts', '// The oldest makes room for the new one in the warehouse.'),
    sourceFile('contract/a.json', '"a shelf in a house"'),
    sourceFile('contract/CHANGELOG.md', 'The league is called comparison group.'),
  ]
  expect(checkVocabulary(files, [])).toEqual([])
})

test('an allowance covers one word in one file and is reported when it is not used', () => {
  const check = (text: string) => checkVocabulary([sourceFile('contract/a.ts', text)], allowed)
  expect(check("'a mug on a shelf'")).toEqual([])
  expect(check("'a shelf in a house'")).toEqual([
    'contract/a.ts:1: do not write "house": write system, service',
  ])
  expect(check("'a mug'")).toEqual(['contract/a.ts no longer contains "shelf": remove its allowance'])
})
