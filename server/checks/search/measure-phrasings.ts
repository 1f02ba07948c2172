import { type Check, print } from '../../harness/report/index.ts'
import { createUser, type Owner, ownerOf } from '../../src/access/identity/index.ts'
import { splitWords } from '../../src/catalog/search/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import { judgeRankings, type Ranking } from './judge-rankings.ts'
import {
  askedKinds,
  type KeyedRecord,
  type PhrasedQuestion,
  type PhrasedSet,
  readHeldOut,
  readRehearsal,
} from './read-held-out.ts'
import { type Language, languageOf, languages, readRecords, type SetRecord } from './read-set.ts'
import { indexRecords, searchRecords } from './search-records.ts'

const WORDS_MIN = 0.97
const PARAPHRASES_MIN = 0.6

type Found = { question: PhrasedQuestion; ranking: Ranking }
type Measured = { name: string; found: Found[] }

/**
 * Recall at 5 of questions that are asked in one phrasing and in four, among records with and without
 * keywords. Only the figures are printed: who sees what was missed tunes on it.
 */
export async function measurePhrasings(db: Db): Promise<Check[]> {
  const heldOut = readHeldOut()
  const rehearsal = await measureAll(db, 'rehearsal', readRehearsal())
  printFigures('the rehearsal, on which the fusion was chosen', rehearsal)
  const measured = await measureAll(db, 'held-out', heldOut)
  printFigures('the held-out set', measured)
  const [keyed, keyedFour] = measured as [Measured, Measured]
  const bars = [
    { kinds: ['keywords', 'typos'], of: keyed, least: WORDS_MIN },
    { kinds: ['keywords', 'typos'], of: keyedFour, least: WORDS_MIN },
    { kinds: ['paraphrase'], of: keyedFour, least: PARAPHRASES_MIN },
  ]
  return [
    {
      sentence: 'no paraphrase shares a word with its record',
      failures: heldOut.questions.flatMap((one) => sharedWords(one, heldOut.records)),
    },
    ...bars.map(({ kinds, of, least }) => {
      const recall = recallOf(of.found.filter(({ question }) => kinds.includes(question.kind)))
      return {
        sentence: `recall at 5 of ${kinds.join(' and ')}, ${of.name}, is at least ${least.toFixed(2)}`,
        failures: recall >= least ? [] : [recall.toFixed(3)],
      }
    }),
  ]
}

/** With keywords first, and one phrasing before four. */
async function measureAll(db: Db, name: string, { records, questions }: PhrasedSet): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const hasKeywords of [true, false]) {
    const owner = await fill(db, `${name}-${hasKeywords}`, records, hasKeywords)
    for (const phrasings of [1, 4]) {
      const found: Found[] = []
      for (const question of questions) {
        const asked = [question.question, ...question.phrasings].slice(0, phrasings)
        const ranking = {
          query: { query: question.question, relevant: [question.relevant] },
          found: await searchRecords(db, owner, asked),
        }
        found.push({ question, ranking })
      }
      const words = hasKeywords ? 'with keywords' : 'without keywords'
      measured.push({ name: `${words}, ${phrasings === 1 ? 'one phrasing' : 'four phrasings'}`, found })
    }
  }
  return measured
}

/** Among the records of the other set, which have no keywords. */
async function fill(db: Db, name: string, records: KeyedRecord[], hasKeywords: boolean): Promise<Owner> {
  const id = (await createUser(db, { email: `${name}@atelier.test`, passwordHash: 'none' })) as string
  const owner = ownerOf(id, 'live')
  const own: SetRecord[] = records.map(({ keywords, ...record }) => ({
    ...record,
    text: hasKeywords ? [record.text, ...keywords].join('\n') : record.text,
  }))
  await indexRecords(db, owner, [...readRecords(), ...own])
  return owner
}

function printFigures(title: string, measured: Measured[]): void {
  print(`${title}: recall at 5`)
  for (const { name, found } of measured) {
    print(`  ${name}`)
    for (const kind of askedKinds) {
      const ofKind = found.filter(({ question }) => question.kind === kind)
      if (ofKind.length === 0) continue
      const cells = languages.map((language) => `${language} ${shown(inLanguage(ofKind, language))}`)
      print(`    ${kind.padEnd(12)}${[...cells, `all ${shown(ofKind)} of ${ofKind.length}`].join('  ')}`)
    }
  }
}

const inLanguage = (found: Found[], language: Language) =>
  found.filter(({ ranking }) => languageOf(ranking.query) === language)

const recallOf = (found: Found[]): number => judgeRankings(found.map(({ ranking }) => ranking)).recall

const shown = (found: Found[]): string => (found.length === 0 ? '-' : recallOf(found).toFixed(2))

/** The words of a paraphrase that its record has too, as the search splits words. */
function sharedWords({ kind, question, relevant }: PhrasedQuestion, records: KeyedRecord[]): string[] {
  const record = records.find(({ id }) => id === relevant)
  if (kind !== 'paraphrase' || !record) return []
  const has = new Set(lexemesOf([record.text, ...record.keywords].join('\n')))
  const shared = lexemesOf(question).filter((lexeme) => has.has(lexeme))
  return shared.length > 0 ? [`"${question}" shares ${shared.join(' ')} with ${relevant}`] : []
}

const lexemesOf = (text: string): string[] => splitWords(text).flatMap(({ lexemes }) => lexemes)
