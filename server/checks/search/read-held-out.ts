import { readLines, type SetRecord } from './read-set.ts'

/** A record as an agent writes it: with other words for what it says. */
export type KeyedRecord = SetRecord & { keywords: string[] }

export const askedKinds = ['keywords', 'typos', 'paraphrase'] as const
type AskedKind = (typeof askedKinds)[number]

/** A question that wants one record, and the same in other words by a writer who has not seen the record. */
export type PhrasedQuestion = { kind: AskedKind; question: string; phrasings: string[]; relevant: string }

export type PhrasedSet = { records: KeyedRecord[]; questions: PhrasedQuestion[] }

/** held-out/README.md says how it was made, and that nothing is tuned on it. */
export function readHeldOut(): PhrasedSet {
  const written = readLines<{ number: number; phrasings: string[] }>('held-out/phrasings.jsonl')
  const phrasings = new Map(written.map((one) => [one.number, one.phrasings]))
  const asked = readLines<Omit<PhrasedQuestion, 'phrasings'> & { number: number }>('held-out/questions.jsonl')
  return {
    records: readLines<KeyedRecord>('held-out/records.jsonl'),
    questions: asked.map((one) => ({ ...one, phrasings: phrasings.get(one.number) ?? [] })),
  }
}

/** A small set of paraphrases on which the rule of the fusion was chosen. */
export function readRehearsal(): PhrasedSet {
  const lines = readLines<KeyedRecord & { question: string; phrasings: string[] }>('rehearsal.jsonl')
  return {
    records: lines,
    questions: lines.map(({ id, question, phrasings }) => ({
      kind: 'paraphrase',
      question,
      phrasings,
      relevant: id,
    })),
  }
}
