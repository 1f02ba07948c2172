/** The work that one phrasing of a question may cause. */
export type SearchBudget = {
  /** How much of it is read. */
  characters: number
  /** How many records may be fetched and scored. */
  rows: number
  /** How many probes may be run. */
  probes: number
  /** How many posting-list entries all probes may read; each takes about 0.15 microseconds. */
  postings: number
  /** How many of its lexemes are matched against a record: 500 characters may have hundreds. */
  lexemes: number
  /** How many of the records that its words find are kept. */
  kept: number
}

/** Three pages. Lower ranks have never held the right answer, and the caller loads the facts of each one. */
export const CANDIDATES_MAX = 60

export const wholeBudget: SearchBudget = {
  characters: 500,
  rows: 300,
  probes: 12,
  postings: 25_000,
  lexemes: 24,
  kept: CANDIDATES_MAX,
}

/** A combination of words, and two words alone. */
const PROBES_MIN = 3
/** A sentence in Chinese has about so many pairs of characters. */
const LEXEMES_MIN = 12

/**
 * What each of several phrasings may cause: together they cause little more than one alone. A phrasing that
 * is asked alone has the whole budget.
 */
export const budgetOf = (phrasings: number): SearchBudget => ({
  characters: Math.floor(wholeBudget.characters / phrasings),
  rows: Math.ceil(wholeBudget.rows / phrasings),
  probes: Math.max(PROBES_MIN, Math.floor(wholeBudget.probes / phrasings)),
  // Half of this is the longest list that is read whole, so it shrinks less than the rest.
  postings: wholeBudget.postings / Math.sqrt(phrasings),
  lexemes: phrasings === 1 ? wholeBudget.lexemes : LEXEMES_MIN,
  kept: Math.ceil((2 * wholeBudget.kept) / (phrasings + 1)),
})
