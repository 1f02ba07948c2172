import { printProgress } from '../../../server/harness/report/index.ts'
import type { Studio } from './open-studio.ts'

/** A commit for so many entries: within one, every entry would pass all earlier versions of the account. */
const ENTRIES_PER_COMMIT = 100
const PRICE = 400

/**
 * Copies a completed media of the owner many times, a minute apart, and charges each copy as a submit does:
 * by the function of the database that moves credits. All triggers and constraints are on.
 */
export async function fillAccount(studio: Studio, count: number): Promise<void> {
  const { query, system, owner } = studio
  await studio.order('The mug that is copied')
  await studio.waitForStored(['The mug that is copied'])
  printProgress(`adding ${count} media and their charges ...`)
  await system.admin('grant', owner.email, String(count * PRICE))
  await query('set statement_timeout = 0')
  await query('set synchronous_commit = off')
  await query(COPY, [owner.email, count])
  await query(CHARGE.replaceAll('EMAIL', owner.email))
  // Otherwise the database would begin it in the middle of a measurement.
  for (const table of ['media', 'ledger_entries', 'credit_accounts']) await query(`vacuum (analyze) ${table}`)
}

const COPY = `
  insert into media
  select copy.*
  from media original,
    generate_series(1, $2::int) number,
    lateral (select original.created_at - number * interval '1 minute' as at) clock,
    lateral jsonb_populate_record(original, jsonb_build_object(
      'id', substr(media_id_bound('00', at), 1, 13) || 'copy' || lpad(number::text, 9, '0'),
      'prompt', 'The mug in the archive, number ' || number,
      'size', (array['1:1', '2:3', '3:2'])[1 + number % 3],
      'client_ref', null, 'client_ref_bound', false, 'body_hash', null, 'cost_credits', ${PRICE},
      'created_at', at, 'deadline_at', at + interval '15 minutes', 'finished_at', at + interval '20 seconds'
    )) copy
  where original.id = (
    select m.id from media m join users u on u.id = m.user_id
    where u.email = $1 and m.mode = 'live' and m.status = 'completed' and m.parent_id is null
    order by m.created_at limit 1)`

const CHARGE = `
  do $$
  declare
    job record;
    done int := 0;
  begin
    for job in select m.id, m.user_id from media m join users u on u.id = m.user_id
      where u.email = 'EMAIL' and substr(m.id, 14, 4) = 'copy' order by m.created_at
    loop
      perform post_entry('txn_' || substr(job.id, 5), job.user_id, 'live', 'charge', -${PRICE},
        'image_generation', 'generated_media', job.id, null);
      done := done + 1;
      if done % ${ENTRIES_PER_COMMIT} = 0 then commit; end if;
    end loop;
  end $$`
