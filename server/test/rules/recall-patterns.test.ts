import { expect, test } from 'vitest'
import { describePattern } from '../../src/learning/recall/describe-fact.ts'
import { writeRecallBlock } from '../../src/learning/recall/write-recall-block.ts'

const cepText =
  'When the tea on the desk has gone cold again because the meeting took so much longer. '.repeat(3)

const pattern = (orientation: 'portrait' | 'square' | null, hook: string | null) =>
  ({
    title: `CEP "${cepText}", ${orientation ?? hook}`,
    ingredients: {
      cepId: 'cep_1',
      angle: null,
      characterId: null,
      noCharacter: null,
      mediaType: null,
      orientation,
      hook,
    },
    cepText,
    characterName: null,
    metric: 'roas',
    estimate: 4,
    baseline: 2,
    tier: 'winner',
    sample: { ads: 4, campaigns: 2 },
  }) as const

test('patterns that share a long CEP still differ in a short block', () => {
  const patterns = [pattern('portrait', null), pattern('square', null), pattern(null, 'Cold?')]
  const { text, shown } = writeRecallBlock(
    patterns.map((one) => ({
      kind: 'pattern',
      age: 1,
      evidence: 'observed',
      description: describePattern(one),
      subject: [],
    })),
  )
  const lines = text.split('\n').slice(1, -1)
  expect([shown, new Set(lines).size]).toEqual([3, 3])
  expect(lines[0]).toMatch(/Pattern of CEP "When the tea .*…", portrait: ROAS 4, usually ROAS 2, winner/)
  expect(lines[2]).toContain('hook "Cold?"')
})
