import type pg from 'pg'
import { compareMemory } from './compare-memory.ts'
import type { AcceptedReport } from './send-reports.ts'

const OF_USER = `memory_id = (select id from memories where user_id = $1)`
/** A row of a series without current rows, so that it does not collide with another row of its day. */
const OF_EMPTY = 'series_id in (select id from series where last_day is null)'
const some = (table: string, condition: string) =>
  `(select id from ${table} where ${OF_USER} and ${condition} order by id limit 1)`

/** One wrong change each, such as a bug in the service could make. */
const wrongChanges: Record<string, string> = {
  'a row is lost': `delete from observations where id = ${some('observations', 'not is_current')}`,
  'an old reading counts': `update observations set is_current = true
    where id = ${some('observations', `not is_current and ${OF_EMPTY}`)}`,
  'a day counts no more': `update observations set is_current = false
    where id = ${some('observations', 'is_current')}`,
  'a sum is off by a millionth': `update series set spend = spend + 0.000001
    where id = ${some('series', 'days > 0')}`,
  'a weight is off': `update series set weighted_clicks = weighted_clicks * 1.0001
    where id = ${some('series', 'weighted_clicks > 0')}`,
  'evidence is better than it is': `update series set evidence = 'corroborated'
    where id = ${some('series', `evidence = 'observed'`)}`,
  'a claim covers one day more': `update claims set covered_days = covered_days + 1
    where id = ${some('claims', 'superseded_by is null and is_comparable')}`,
  'a claim forgets another series': `update claims set others = null
    where id = ${some('claims', 'superseded_by is null and others is not null')}`,
  'a day of a series is lost': `update series
    set ran = ran - datemultirange(daterange(lower(ran), lower(ran) + 1))
    where id = ${some('series', 'not isempty(ran)')}`,
  'a superseded claim counts': `update claims set superseded_by = null
    where id = ${some('claims', 'superseded_by is not null')}`,
  'a key is gone': `delete from report_keys where ${OF_USER}
    and key = (select min(key) from report_keys where ${OF_USER})`,
}

/** Makes each wrong change, which must be found, and rolls it back. Returns how many there are. */
export async function checkItself(
  client: pg.Client,
  userId: string,
  accepted: AcceptedReport[],
  complaints: string[],
): Promise<number> {
  for (const [name, change] of Object.entries(wrongChanges)) {
    const found: string[] = []
    await client.query('begin')
    try {
      const { rowCount } = await client.query(change, [userId])
      await compareMemory(client, userId, accepted, found)
      // With few reports there may be no row to change.
      if (rowCount && found.length === 0) complaints.push(`it was not found that ${name}`)
    } finally {
      await client.query('rollback')
    }
  }
  return Object.keys(wrongChanges).length
}
