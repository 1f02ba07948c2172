import type { App } from '#platform/app'
import { consequenceOf, type Provider, type SubmitResponse } from '#platform/providers'
import { retryMs } from '#production/timing'

/**
 * In SQL: whether a provider has asked to be sent no jobs for now. It is read where a try is claimed. A
 * column must be named with its table.
 */
export const isPaused = (provider: string): string =>
  `exists (select from provider_pauses paused
           where paused.provider = ${provider} and paused.until > clock_timestamp())`

/**
 * Remembers for all workers when a provider that has too much to do wants to be asked again. A longer pause
 * stays. If it cannot be written the job goes on: its refusal is known, and must not be lost.
 */
export async function recordPause(app: App, provider: Provider, answer: SubmitResponse): Promise<void> {
  const { name, isSimulated } = provider
  if (isSimulated || answer.kind !== 'refused' || answer.retryAfterMs === undefined) return
  if (!consequenceOf(answer.class).isTemporary) return
  const pauseMs = retryMs(answer.retryAfterMs, 0)
  try {
    await app.db.row(
      `insert into provider_pauses as known (provider, until)
       values ($1, clock_timestamp() + $2 * interval '1 ms')
       on conflict (provider) do update set until = excluded.until where known.until < excluded.until
       returning provider`,
      [name, pauseMs],
    )
  } catch (err) {
    app.log.warn({ provider: name, err }, 'the pause that a provider asked for was not recorded')
  }
}
