/** Endings of English, German and Spanish that change with number, case, gender, person or tense. */
const ENDINGS = new RegExp(
  `(?:${[
    'iendo|mente|ungen|ando|ados|adas|idos|idas|ings|ado|ada|ido|ida|ern|ing|ung',
    'ed|en|er|em|es|as|os|ar|ir|ly|a|e|n|o|s',
  ].join('|')})$`,
)
const STEM_LETTERS_MIN = 4

/**
 * The approximate stem of a word: endings are removed until none is left. The language of a text is unknown,
 * so one list serves all. Merging "corner" with "corn" costs less than not finding "running" for "runners".
 */
export function stemWord(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word
  // Short words are unchanged except for the plural: dogs, cups, cats.
  let stem = /^...s$/.test(word) ? word.slice(0, -1) : word
  for (;;) {
    const shorter = stem.replace(ENDINGS, '')
    if (shorter === stem || shorter.length < STEM_LETTERS_MIN) break
    stem = shorter
  }
  return stem.replace(/([^aeiou])\1$/, '$1').replace(/y$/, 'i')
}
