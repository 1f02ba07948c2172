import { expect, test } from 'vitest'
import { foldText } from '../../src/catalog/search/fold-text.ts'
import { recordLexemes } from '../../src/catalog/search/record-lexemes.ts'
import { splitGrams } from '../../src/catalog/search/split-grams.ts'
import { splitWords } from '../../src/catalog/search/split-words.ts'
import { stemWord } from '../../src/catalog/search/stem-word.ts'

const textsOf = (text: string) => splitWords(text).map((word) => word.text)
const gramsOf = (text: string) => splitGrams(text).flatMap((one) => one.grams)
const wordsOf = (text: string) =>
  recordLexemes(35, { kind: 'note', ref: 'x', productId: null, text }).words.slice(1)

test.each([
  ['Café, CAFÉ and cafe\u0301', 'cafe, cafe and cafe'],
  ['Straße und Größe', 'strasse und grosse'],
  ['niño, corazón', 'nino, corazon'],
  ['ﬁve ＡＢＣ ①', 'five abc 1'],
  ['ｺｰﾋｰ', 'コーヒー'],
  ['smørrebrød, Łódź', 'smorrebrod, lodz'],
])('%s is folded to one spelling', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test('the marks of kana stay, because they change the letter', () => {
  expect(foldText('がぎ')).toBe('がぎ')
  expect(foldText('か\u3099')).toBe('が')
  expect(foldText('か')).not.toBe(foldText('が'))
})

test('stop words of all five languages are removed', () => {
  expect(textsOf('the coffee is on the table')).toEqual(['coffee', 'table'])
  expect(textsOf('der Kaffee ist für mich')).toEqual(['kaffee'])
  expect(textsOf('el café de mi madre')).toEqual(['cafe', 'madre'])
  expect(textsOf('我们的咖啡')).toEqual(['咖啡'])
  expect(textsOf('このコーヒーは')).toEqual(['コーヒー'])
})

test('scripts without spaces are split into words, and mixed scripts where they meet', () => {
  expect(textsOf('咖啡在会议中变凉')).toEqual(['咖啡', '会议', '变凉'])
  expect(textsOf('iPhone用户 5G手机')).toEqual(['iphone', '用户', '5g', '手机'])
})

test('a word is found in a sentence that was split differently', () => {
  const sentence = new Set(wordsOf('敏感肌用户在换季时皮肤泛红'))
  for (const word of ['敏感', '换季', '泛红'])
    for (const { lexemes } of splitWords(word))
      for (const one of lexemes) expect(sentence).toContain(`z:${one}`)
})

test.each([
  ['running', 'runners', 'runner'],
  ['battery', 'batteries'],
  ['mug', 'mugs'],
  ['use', 'uses'],
  ['Lieferung', 'Lieferungen', 'liefern'],
  ['Kinder', 'Kindern', 'Kindes'],
  ['zapatilla', 'zapatillas'],
  ['hablando', 'hablar', 'hablado'],
])('forms of a word have the same stem: %s, %s', (...forms) => {
  expect(new Set(forms.map((form) => stemWord(foldText(form)))).size).toBe(1)
})

test('words of other scripts, numbers and short words are not stemmed', () => {
  for (const word of ['2026', '咖啡', 'встречах', 'a1s', 'use', 'oven']) expect(stemWord(word)).toBe(word)
})

test('words give the trigrams of near-duplicates, and dense scripts give pairs and characters', () => {
  expect(gramsOf('Mug')).toEqual(['  m', ' mu', 'mug', 'ug '])
  expect(gramsOf('咖啡凉')).toEqual(['咖啡', '啡凉', '咖', '啡', '凉'])
  expect(gramsOf('コーヒー')).toEqual(['コー', 'ーヒ', 'ヒー'])
})

test('a repetitive text has each lexeme once, and no text has more lexemes than the limit', () => {
  expect(wordsOf('mug '.repeat(1_000))).toEqual(['z:mug'])
  const many = Array.from({ length: 5_000 }, (_, i) => `word${i}`).join(' ')
  const { words, grams } = recordLexemes(1, { kind: 'note', ref: 'x', productId: null, text: many })
  expect(words.length).toBeLessThanOrEqual(1_002)
  expect(grams.length).toBeLessThanOrEqual(2_002)
})

test('query operators and quotes never appear in a lexeme', () => {
  const text = `it's "a" \\ b' | !c & d:* <-> (e) 1:x 1@y 1#0 1;z $q$ \u0000`
  const { words, grams } = recordLexemes(1, { kind: 'note', ref: 'x', productId: null, text })
  for (const lexeme of [...words, ...grams]) expect(lexeme).toMatch(/^1[:;#][\p{L}\p{N} ]+$/u)
})

test('an endless word is truncated, and never inside a character', () => {
  expect(wordsOf('x'.repeat(5_000))[0]?.length).toBeLessThan(50)
  expect(() => wordsOf('𠮷'.repeat(3_000))).not.toThrow()
  expect(wordsOf(`a${'𐐨'.repeat(99)}`).every((word) => word.isWellFormed())).toBe(true)
})
