/**
 * Upper estimate of the number of tokens in a text. A real tokenizer would add megabytes of tables. A
 * syllable is rarely more than one token, and letters that form no syllable, as in a made-up word, are
 * counted nearly one by one. In all other text each byte may be a token.
 */
export function countTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(WORD_OR_CHARACTER)) {
    if (/^\d/.test(piece) || OWN_WORDS.has(piece.toLowerCase())) tokens += 1
    else if (OWN_CAPITALS.test(piece)) tokens += 2
    else tokens += /[a-z]/.test(piece) ? wordTokens(piece.trim()) : maxTokensOf(piece)
  }
  return Math.ceil(tokens)
}

/** A blank belongs to the word after it; a capital starts a word; three digits are one token. */
const WORD_OR_CHARACTER = / ?(?:ROAS|CPA|CTR|CEP|EUR|USD|GBP)\b| ?[A-Z]?[a-z]+|\d{1,3}|[\s\S]/gu
/** The words in capitals of our own sentences: each is at most two tokens. */
const OWN_CAPITALS = /^ ?(?:ROAS|CPA|CTR|CEP|EUR|USD|GBP)$/
/** The words of our own sentences: each is one token, including the blank before it. */
const OWN_WORDS = new Set(
  (
    'a accepted ad ads after agent an and angle before by campaign campaigns character claim claimed ' +
    'clicks conversions creative data day days end for from history hook image in instructions is ' +
    'landscape loser media memory no not note observed of old orientation others owner pattern ' +
    'portrait product promising quotes rows same spent square stands the this to type usually video ' +
    'was what winner with written'
  )
    .split(' ')
    .map((word) => ` ${word}`),
)
const VOWELS = 'aeiouy'
const RARE_CONSONANTS = 'jkqvwxz'
/** Single letters of other alphabets that are one token. */
const SINGLE_TOKEN_LETTERS = /[áâãäåçèéêëíîïñóôõöøúûüа-я]/u

function wordTokens(word: string): number {
  let tokens = /^[A-Z]/.test(word) ? 0.5 : 0
  let vowels = 0
  let consonants = 0
  for (const letter of word.toLowerCase()) {
    const isVowel = VOWELS.includes(letter)
    vowels = isVowel ? vowels + 1 : 0
    consonants = isVowel ? 0 : consonants + 1
    if (isVowel) tokens += vowels > 1 ? 0.6 : 1.1
    else if (consonants > 1) tokens += consonants > 2 ? 1 : 0.6
    if (RARE_CONSONANTS.includes(letter)) tokens += 0.5
  }
  return Math.max(1, tokens)
}

const maxTokensOf = (character: string): number =>
  SINGLE_TOKEN_LETTERS.test(character) ? 1 : Buffer.byteLength(character)
