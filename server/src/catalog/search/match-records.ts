import type { Owner } from '#access/identity'
import type { Rows } from '#platform/db'
import type { ProbePlan } from './plan-probes.ts'
import type { QueryLexeme } from './query-lexeme.ts'
import type { Match, RecordKey } from './score-matches.ts'

/** SQL for the bit mask of the lexemes in the parameter that a record contains; there are fewer than 31. */
const bitsOf = (column: string, parameter: string) =>
  `(select coalesce(sum(1 << (query.at - 1)::int), 0)::int
    from unnest(${parameter}::tsquery[]) with ordinality as query (lexeme, at)
    where ${column} @@ lexeme) as bits`

type MatchRequest = {
  column: 'words' | 'grams'
  plan: ProbePlan
  /** Bit n of a match tells whether the record contains lexeme n. */
  lexemes: QueryLexeme[]
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
  { column, plan, lexemes, extraRecords = [] }: MatchRequest,
): Promise<Match[]> {
  const { queries, limit } = plan
  if (queries.length === 0 && extraRecords.length === 0) return []
  return db.rows<Match>(
    `select kind, ref, length(${column}) as size, ${bitsOf(column, '$5')}
     from search_records
     where ctid = any(array(
         select found.ctid from unnest($3::tsquery[]) as probe
         cross join lateral locate_records('${column}', probe, $4) as found (ctid)
         union all
         select record.ctid from unnest($6::text[], $7::text[]) as extra (kind, ref)
         join search_records as record using (kind, ref) where record.user_id = $1 and record.mode = $2))
       and user_id = $1 and mode = $2`,
    [
      owner.userId,
      owner.mode,
      queries,
      limit,
      quoted(lexemes),
      extraRecords.map(kindOf),
      extraRecords.map(refOf),
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

/** The texts of the records, and which of the words each contains. */
export const readTexts = (
  db: Rows,
  owner: Owner,
  records: RecordKey[],
  lexemes: QueryLexeme[],
): Promise<(Match & { text: string })[]> =>
  db.rows(
    `select kind, ref, body as text, length(words) as size, ${bitsOf('words', '$5')}
     from unnest($3::text[], $4::text[]) as key (kind, ref) join search_records as record using (kind, ref)
     where record.user_id = $1 and record.mode = $2`,
    [owner.userId, owner.mode, records.map(kindOf), records.map(refOf), quoted(lexemes)],
  )
