import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import type { ProbePlan } from './plan-probes.ts'
import type { QueryLexeme } from './query-lexeme.ts'
import type { RecordKey } from './score-matches.ts'

/** What one phrasing looks for in a column. */
type ColumnSearch = {
  plan: ProbePlan
  /** Bit n of its mask tells whether the record contains lexeme n. */
  lexemes: QueryLexeme[]
}

/** A found record with one mask for each phrasing, and how many lexemes it has in total. */
export type MaskedRecord = RecordKey & { masks: number[]; size: number }

/**
 * SQL for the masks of the lexemes that a record contains, one for each phrasing. Its lexemes are in a
 * parameter of their own, the first at `from`; they are fewer than 31.
 */
const masksOf = (column: string, phrasings: number, from: number) => {
  const masks = Array.from(
    { length: phrasings },
    (_, at) => `(select coalesce(sum(1 << (query.at - 1)::int), 0)::int
    from unnest($${from + at}::tsquery[]) with ordinality as query (lexeme, at)
    where ${column} @@ lexeme)`,
  )
  return `array[${masks.join(', ')}] as masks`
}

type MatchRequest = {
  column: 'words' | 'grams'
  /** One for each phrasing. All are answered by one statement. */
  searches: ColumnSearch[]
  /** Records to match in addition to those that the probes find. */
  extraRecords?: RecordKey[]
}

/**
 * Fetches the records that the probes find, and reads which lexemes each contains. Every lexeme is prefixed
 * with its owner, so probes cannot find records of other owners; the condition on the owner is a second
 * safeguard. The inner query filters by lexeme only, so that the planner can use no index but the one on the
 * lexemes.
 */
export async function matchRecords(
  db: Rows,
  owner: Owner,
  { column, searches, extraRecords = [] }: MatchRequest,
): Promise<MaskedRecord[]> {
  const probes = searches.flatMap(({ plan }) => plan.queries.map((query) => ({ query, limit: plan.limit })))
  if (probes.length === 0 && extraRecords.length === 0) return []
  return db.rows<MaskedRecord>(
    `select kind, ref, length(${column}) as size, ${masksOf(column, searches.length, 7)}
     from search_records
     where ctid = any(array(
         select found.ctid from unnest($3::tsquery[], $4::int[]) as probe (query, most)
         cross join lateral locate_records('${column}', probe.query, probe.most) as found (ctid)
         union all
         select record.ctid from unnest($5::text[], $6::text[]) as extra (kind, ref)
         join search_records as record using (kind, ref) where record.user_id = $1 and record.mode = $2))
       and user_id = $1 and mode = $2`,
    [
      owner.userId,
      owner.mode,
      probes.map(({ query }) => query),
      probes.map(({ limit }) => limit),
      extraRecords.map(kindOf),
      extraRecords.map(refOf),
      ...searches.map(({ lexemes }) => quoted(lexemes)),
    ],
  )
}

const quoted = (lexemes: QueryLexeme[]) => lexemes.map(({ lexeme }) => `'${lexeme}'`)
const kindOf = ({ kind }: RecordKey) => kind
const refOf = ({ ref }: RecordKey) => ref

/** Reads the document shares of the lexemes, and returns the lookup. */
export async function readDocumentShares(
  db: Rows,
  ownerId: number,
  lexemes: string[],
): Promise<(lexeme: string) => QueryLexeme> {
  const rows = await db.rows<QueryLexeme>(
    `select lexeme, share from search_shares where owner_id = $1 and lexeme = any($2::text[])`,
    [ownerId, lexemes],
  )
  const shares = new Map(rows.map(({ lexeme, share }) => [lexeme, share]))
  return (lexeme) => ({ lexeme, share: shares.get(lexeme) ?? 0 })
}

/** The texts of the records, and which of the words of each phrasing they contain. */
export const readTexts = (
  db: Rows,
  owner: Owner,
  records: RecordKey[],
  words: QueryLexeme[][],
): Promise<(MaskedRecord & { text: string })[]> =>
  db.rows(
    `select kind, ref, body as text, length(words) as size, ${masksOf('words', words.length, 5)}
     from unnest($3::text[], $4::text[]) as key (kind, ref) join search_records as record using (kind, ref)
     where record.user_id = $1 and record.mode = $2`,
    [owner.userId, owner.mode, records.map(kindOf), records.map(refOf), ...words.map(quoted)],
  )
