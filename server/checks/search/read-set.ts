import { readFileSync } from 'node:fs'

export const languages = ['zh', 'ja', 'de', 'es', 'en'] as const
export type Language = (typeof languages)[number]

/** Written by hand: what an owner of five shops in five countries might have in memory. */
export type SetRecord = { id: string; kind: 'cep' | 'note' | 'claim' | 'pattern' | 'history'; text: string }

/**
 * A query as people write it, and the records that they want to see; the first two letters of an id are its
 * language.
 */
export type SetQuery = { query: string; relevant: string[] }

/** The objects of a file, one in each line. */
export const readLines = <T>(name: string): T[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

export const readRecords = (): SetRecord[] =>
  languages.flatMap((language) => readLines<SetRecord>(`records.${language}.jsonl`))

export const readQueries = (): SetQuery[] => readLines<SetQuery>('queries.jsonl')

export const languageOf = ({ relevant }: SetQuery): Language => (relevant[0] ?? '').slice(0, 2) as Language
