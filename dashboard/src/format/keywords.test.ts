import { expect, test } from 'vitest'
import { splitKeywords } from './keywords.ts'

test('words are split at commas of any script, each once', () => {
  expect(splitKeywords(' hot drinks, insulated,, 保温杯、热饮，hot drinks; Becher ')).toEqual([
    'hot drinks',
    'insulated',
    '保温杯',
    '热饮',
    'Becher',
  ])
  expect(splitKeywords('  ')).toEqual([])
})
