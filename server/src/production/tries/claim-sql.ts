import type { App } from '#platform/app'
import { CLAIM_MS, claimMsOf, leastMsOf, RUN_GRACE_MS } from '#production/timing'

/** In SQL: the columns of a claim, from `m` and its `claim`. */
export const claimColumns = `m.id, m.mode, m.status, m.kind, m.prompt, m.provider, m.model, m.route, m.routes,
  m.size, m.orientation, m.resolution, m.duration_seconds, m.n, m.inputs, m.mask, m.inputs_ready,
  (extract(epoch from clock_timestamp() - m.created_at) * 1000)::int as age_ms,
  (extract(epoch from m.deadline_at - clock_timestamp()) * 1000)::int as left_ms,
  (select jsonb_agg(jsonb_build_object('part', part, 'try', try) order by part) from claim) as tries`

/** What a claim must know of each provider, by its name: the media names its provider. */
export const claimRules = ({ providers }: App): string =>
  JSON.stringify(
    Object.fromEntries(
      providers.list.map((one) => [
        one.name,
        { claimMs: claimMsOf(one), leastMs: leastMsOf(one), files: one.filesPerJob },
      ]),
    ),
  )

/** In SQL: whether enough of the window of `media` is left for a job at `provider`; half of it always is. */
export const hasTimeFor = (rules: string, provider: string): string =>
  `media.deadline_at > clock_timestamp() + least((media.deadline_at - media.created_at) / 2,
     coalesce((${rules}::jsonb -> (${provider}) -> 'leastMs')::int, 0) * interval '1 ms')`

/** In SQL: the time by which a run that may send a try to `provider` will have written again. */
export const dueAfterClaim = (rules: string, provider = 'provider'): string =>
  `clock_timestamp() +
     (coalesce((${rules}::jsonb -> ${provider} -> 'claimMs')::int, ${CLAIM_MS}) + ${RUN_GRACE_MS})
     * interval '1 ms'`

/** In SQL: the parts of the media `m` at its provider. */
export const partsOf = (rules: string): string =>
  `generate_series(0, (n - 1) / coalesce((${rules}::jsonb -> provider -> 'files')::int, n)) part`

/** In SQL: what the provider of `m` calls its model. */
export const offerColumn = `coalesce(routes -> route::int ->> 'offer', model)`

/** In SQL: the routes of a media as a set. One from before they were stored has one. */
export const routesSet = `jsonb_array_elements(coalesce(media.routes, jsonb_build_array(
  jsonb_build_object('provider', media.provider, 'model', media.model)))) with ordinality`
