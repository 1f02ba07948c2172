import { type Breakdown, dimensions } from '@atelier/contract'

/** A part of the results of a series, over a period. */
export type BreakdownSums = Omit<Breakdown, 'ctr' | 'cpa' | 'roas'>

/** Of every dimension those with the most spend: a list of all countries would hide the others. */
const PARTS_SHOWN = 25

const SUMS = ['spend', 'impressions', 'clicks', 'conversions', 'revenue']

/** A query in brackets, of one column: the parts of the rows of a series that meet the condition, as JSON. */
export const breakdownSums = (seriesId: string, condition: string): string => `(
  select jsonb_agg(to_jsonb(ranked) - 'place' order by array_position(
    array[${dimensions.map((name) => `'${name}'`)}], ranked.by), ranked.place)
  from (
    select p.by, p.value, ${SUMS.map((name) => `sum(p.${name}) as ${name}`)},
      row_number() over (partition by p.by order by sum(p.spend) desc, p.value) as place
    from observations o cross join lateral jsonb_to_recordset(o.breakdowns)
      as p(by text, value text, ${SUMS.map((name) => `${name} float8`)})
    where o.series_id = ${seriesId} and o.is_current and o.breakdowns is not null and ${condition}
    group by p.by, p.value
  ) ranked
  where ranked.place <= ${PARTS_SHOWN})`
