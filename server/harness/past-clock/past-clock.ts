const POST_ENTRY = 'post_entry(text, text, text, text, bigint, text, text, text, text)'

/**
 * Statements that make the ledger show another time. Its function finds its clock by name: in front of the
 * real one stands one of the schema `past`. So entries are posted as always, and their chains are valid.
 * `shown`: an expression of the time; `needs`: what it reads, made in that schema before it.
 */
export const openPastClock = (shown: string, needs: string[] = []): string[] => [
  `create schema past`,
  // The function of the ledger runs with the rights of its owner, who must see the clock.
  `grant usage on schema past to public`,
  ...needs,
  `create function past.clock_timestamp() returns timestamptz language sql volatile security definer as
   $$ select ${shown} $$`,
  `alter function ${POST_ENTRY} set search_path = past, pg_catalog, public, pg_temp`,
]

/** The real time again, also after a process that was killed in the past. */
export const CLOSE_PAST_CLOCK = [
  `alter function ${POST_ENTRY} set search_path = public, pg_temp`,
  `drop schema if exists past cascade`,
]
