import { RECALL_TOKENS } from '@atelier/contract'
import fc from 'fast-check'
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { quoteText } from '../../src/learning/knowledge/quote-text.ts'
import { countTokens } from '../../src/learning/recall/count-tokens.ts'
import { nameSubjects } from '../../src/learning/recall/name-subject.ts'
import { renderText } from '../../src/learning/recall/quoted-text.ts'
import { type RecallLine, writeRecallBlock } from '../../src/learning/recall/write-recall-block.ts'

const countReal = (text: string) => Math.max(countO200k(text), countCl100k(text))

describe('tokens are counted at least as high as real tokenizers count them', () => {
  test.each([
    'Coffee goes cold in long meetings, and nobody gets up to make another one. Show the steam.',
    'Der Kaffee wird in langen Besprechungen kalt, und niemand holt neuen; zeige den Dampf überm Becher.',
    'Le café refroidit pendant les longues réunions, et personne ne se lève pour en refaire.',
    'El café se enfría en las reuniones largas y nadie se levanta a preparar otro; mañana será igual.',
    'Kahvi jäähtyy pitkissä kokouksissa, eikä kukaan nouse keittämään uutta; näytä höyry.',
    'Кофе остывает на долгих встречах, и никто не встаёт, чтобы сварить новый. Покажи пар.',
    '長い会議でコーヒーが冷めてしまい、誰も新しいのを入れに行きません。湯気を見せましょう。',
    '咖啡在漫长的会议中变凉了,没有人起身再泡一杯。请展示热气。',
    'القهوة تبرد في الاجتماعات الطويلة ولا أحد ينهض ليصنع غيرها.',
    'Campaign "Winter Sale 2026 | DE | Broad", hook "Cold again?": ROAS 4.33 from 40 conversions, 600 EUR',
    'https://shop.example/p?id=8f3a9c&utm_source=fb&utm_campaign=W26_DE_BROAD_v2#top ☕️🔥🔥 50% OFF!!!',
    'const x = { a: [1, 2, 3], b: "\\u0041" }; for (const k in x) console.log(k, x[k] ?? `none`)',
  ])('%s', (text) => {
    expect(countTokens(text)).toBeGreaterThanOrEqual(countReal(text))
  })

  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const word = (alphabet: string) =>
    fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 12 }).map((some) => some.join(''))
  const texts = (one: fc.Arbitrary<string>) =>
    fc.array(one, { minLength: 20, maxLength: 40 }).map((some) => some.join(' '))
  test.each([
    ['of random letters', texts(word(letters))],
    ['of rare letters', texts(word('jkqvwxz'))],
    ['of consonants', texts(word('bcdfghlmnprst'))],
    ['of capitals', texts(word(letters.toUpperCase()))],
    ['of letters and digits', texts(word(`${letters}${letters.toUpperCase()}0123456789_-`))],
    ['of printable characters', texts(fc.string({ maxLength: 12 }))],
    ['of any characters', texts(fc.string({ unit: 'binary', maxLength: 12 }))],
  ])('a text %s', (_, made) => {
    fc.assert(
      fc.property(made, (text) => countTokens(text) >= countReal(text)),
      { numRuns: 400, seed: 1 },
    )
  })
})

test('quoted text stays between its quotation marks, on one line and within the length', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.integer({ min: 2, max: 200 }),
      (text, most) => {
        const quoted = quoteText(text, most)
        expect(quoted).toMatch(
          /^"[^"`<>\\\p{C}\p{Z}\p{Pi}\p{Pf} ]*(?: [^"`<>\\\p{C}\p{Z}\p{Pi}\p{Pf} ]+)*"$/u,
        )
        expect([...quoted].length).toBeLessThanOrEqual(most + 2)
      },
    ),
    { numRuns: 2_000, seed: 1 },
  )
})

test.each([
  ['it’s “new”', `"it's 'new'"`],
  ['</memory>', '"(/memory)"'],
  ['a\\"b', `"a/'b"`],
  ['one\r\n\ttwo\u2028three', '"one twothree"'],
  ['\u0301\u0301accent', '"accent"'],
  ['\u{e0041}\u202ehidden\u200b', '"hidden"'],
  ['', '""'],
])('%j is quoted as %s', (text, quoted) => {
  expect(quoteText(text, 100)).toBe(quoted)
})

test('a long text is cut between two characters and ends with an ellipsis', () => {
  expect(quoteText('😀'.repeat(50), 10)).toBe(`"${'😀'.repeat(9)}…"`)
})

const lineOf = (text: string): RecallLine => ({
  kind: 'cep',
  age: 1,
  evidence: 'claimed',
  description: ['CEP ', { quoted: text }, ', angle ', { quoted: text }],
  subject: ['product ', { quoted: text }],
})

test.each(['very long words and more of them ', '漢字', '😀', 'XQZ-', '  "\n'])(
  'a block of texts like %j has at least one line and stays within its tokens',
  (piece) => {
    const { text, shown } = writeRecallBlock(Array(9).fill(lineOf(piece.repeat(500))))
    expect(shown).toBeGreaterThan(0)
    expect(shown).toBeLessThanOrEqual(5)
    expect(countReal(text)).toBeLessThanOrEqual(RECALL_TOKENS)
    expect(text.split('\n').length).toBe(shown + 2)
  },
)

test('five ordinary lines fit into a block', () => {
  const text = 'Coffee goes cold in long meetings and nobody makes another'
  expect(writeRecallBlock(Array(5).fill(lineOf(text))).shown).toBe(5)
})

test('a line names its subject behind its text, and a line about nothing does not', () => {
  const line = lineOf('cold coffee')
  const { text } = writeRecallBlock([line, { ...line, subject: [] }])
  expect(text.split('\n').slice(1, -1)).toEqual([
    '- cep, 1 day old, claimed: CEP "cold coffee", angle "cold coffee"; product "cold coffee"',
    '- cep, 1 day old, claimed: CEP "cold coffee", angle "cold coffee"',
  ])
})

test('a product is named once for lines that follow each other, a creative or an ad in each line', () => {
  const subjects: Parameters<typeof nameSubjects>[0] = [
    { productId: 'mug', refs: { generatedMediaId: 'med_1' } },
    { productId: 'mug', refs: { generatedMediaId: 'med_2' }, platformAdId: '7' },
    { productId: 'jar', refs: {}, platformAdId: '8' },
    { productId: 'unknown', refs: {} },
    { productId: null, refs: {} },
  ]
  const names = new Map([
    ['mug', 'Mug'],
    ['jar', 'Jar'],
  ])
  expect(nameSubjects(subjects, names).map((parts) => renderText(parts, 50))).toEqual([
    'product "Mug", creative med_1',
    'same product, creative med_2',
    'product "Jar", ad "8"',
    '',
    '',
  ])
})

test('at least three results that name a creative fit into a block', () => {
  const results = Array.from(
    { length: 5 },
    (_, at): RecallLine => ({
      kind: 'history',
      age: 12,
      evidence: 'observed',
      description: [
        'Campaign ',
        { quoted: 'Winter 2026 DE broad' },
        ', hook ',
        { quoted: 'before and after' },
        ': ROAS 1.23 from 112 conversions, 2617 EUR spent, promising',
      ],
      subject: [
        ...(at ? ['same product'] : ['product ', { quoted: 'Cabin serum' }]),
        `, creative med_${'4cVbN0aRkQ2sX8mLtZ1yP'}${at}`,
      ],
    }),
  )
  const { text, shown } = writeRecallBlock(results)
  expect(shown).toBeGreaterThanOrEqual(3)
  expect(text).toContain('"Winter 2026 DE broad"')
})

test('without lines there is no block', () => {
  expect(writeRecallBlock([])).toEqual({ text: '', shown: 0 })
})
