import type { Subject } from '../../harness/comparison/index.ts'
import { ownerOf } from '../../src/access/identity/index.ts'
import { refreshClaims, refreshFatigue, refreshWeeks, sumSeries } from '../../src/learning/evidence/index.ts'
import { indexSeries } from '../../src/learning/ingestion/index.ts'
import { openDb } from '../../src/platform/db/index.ts'

/** The size of a memory: every ad has a row for each of its days. */
export type Shape = { products: number; adsPerProduct: number; days: number }

export const rowsOf = ({ products, adsPerProduct, days }: Shape): number => products * adsPerProduct * days

/** The ad of a product, both counted from 1, as its platform calls it. */
export const adName = (product: number, ad: number): string => `ad-${product}-${ad}`

/**
 * What one user has after months of reports. Products, their CEPs and some characters are created over HTTP.
 * Ads of different quality, with their days and some claims, are inserted in bulk. What a report derives from
 * its rows is computed by the server's own functions. Returns the id of the first product.
 */
export async function fillMemory(subject: Subject, shape: Shape): Promise<string> {
  const { client, userId } = subject
  const productIds = await createProducts(subject, shape.products)
  await client.query(`set synchronous_commit = off`)
  const { rows } = await client.query<{ id: string }>(
    `insert into memories (user_id, mode) values ($1, 'live') returning id`,
    [userId],
  )
  const memory = rows[0]?.id
  await client.query(AD, [memory, productIds, shape.adsPerProduct])
  await client.query(SERIES, [memory])
  await client.query(OBSERVATION, [memory, shape.days])
  await client.query(CLAIM, [memory])
  await client.query(
    `insert into product_conclusions (memory_id, product_id) select $1, unnest($2::text[])`,
    [memory, productIds],
  )
  await client.query('vacuum (analyze) ads, series, observations, claims, product_conclusions')
  await derive(subject, productIds)
  // The first read computes the conclusions of a product; all products at once would take too long for one
  // request.
  for (const productId of productIds)
    await subject.call('GET', `/api/agent/knowledge/patterns?productId=${productId}`)
  await client.query('vacuum (analyze) series, claims, patterns, search_records')
  await client.query('checkpoint')
  return productIds[0] ?? ''
}

const MOMENTS = ['cold', 'tired', 'late', 'hungry', 'lonely', 'stiff', 'rushed', 'bored']
const OCCASIONS = ['a run', 'work', 'school', 'a flight', 'dinner']
const ANGLES = ['warmth', 'rest', 'speed', 'comfort']
const CHARACTERS = 5
const CLAIMS_LEAST = 2

async function createProducts(subject: Subject, products: number): Promise<string[]> {
  const make = (path: string, body: object) => subject.call('POST', path, { body })
  for (let no = 1; no <= CHARACTERS; no++) await make('/api/gen/characters', { name: `Character ${no}` })
  const ids: string[] = []
  for (let no = 1; no <= products; no++) {
    const { product } = await make('/api/gen/products', { name: `Product ${no}` })
    ids.push(product.id)
    for (const [at, moment] of MOMENTS.entries()) {
      const cepText = `${moment} after ${OCCASIONS[(no + at) % OCCASIONS.length]}`
      const angle = ANGLES[at % ANGLES.length]
      await make('/api/agent/ceps', { productId: product.id, cepText, angle })
    }
  }
  return ids
}

async function derive({ databaseUrl, userId }: Subject, productIds: string[]): Promise<void> {
  const db = openDb({ url: databaseUrl, poolSize: 1, onIdleError: () => undefined })
  const today = new Date().toISOString().slice(0, 10)
  for (const productId of productIds) {
    await db.transaction(async (tx) => {
      const series = await tx.rows<{ id: string; ad_id: number }>(
        `select id, ad_id from series where product_id = $1`,
        [productId],
      )
      const ids = series.map(({ id }) => id)
      await sumSeries(tx, ids, today)
      await refreshFatigue(tx, ids)
      await refreshWeeks(tx, ids)
      await refreshClaims(
        tx,
        series.map((one) => one.ad_id),
      )
      await indexSeries(tx, ownerOf(userId, 'live'), ids, [])
    })
  }
  await db.close()
}

/** A number from 0 to 1 that depends only on the text. */
const randomOf = (text: string) => `(('x' || substr(md5(${text}), 1, 7))::bit(28)::int / 268435456.0)`
const id = (prefix: string, text: string) => `'${prefix}_' || substr(md5(${text}), 1, 22)`

/** The ingredients of an ad depend on its number: each is in many ads of several campaigns. */
const AD = `
  insert into ads (memory_id, platform_ad_id, media_id, product_id, product_name, platform_campaign_id,
    campaign_name, cep_id, cep_text, angle, character_id, character_name, media_type, orientation, hook,
    prompt)
  select $1, 'ad-' || p || '-' || a, ${id('med', `p || '.' || a`)}, product_id, 'Product ' || p,
    'campaign-' || p || '-' || campaign, campaigns[1 + campaign] || ' ' || p, cep.id, cep_text, angle,
    "cast".id, "cast".name,
    case when ${randomOf(`'type' || p || '.' || a`)} < 0.7 then 'IMAGE' else 'VIDEO' end,
    (array['portrait', 'square', 'landscape'])[1 + floor(3 * ${randomOf(`'shape' || p || '.' || a`)})::int],
    (array['Cold again?', 'Made to last', 'Only today', 'Look inside'])[1 + a % 4],
    'The product ' || p || ' in the hands of a person who is ' || cep_text || ', seen by light ' || a
  from unnest($2::text[]) with ordinality as products(product_id, p)
  cross join generate_series(1, $3::int) a
  cross join lateral (select array['Winter', 'Spring', 'Sale', 'Gifts', 'Launch', 'Always on'] as campaigns,
    floor(6 * ${randomOf(`'run' || p || '.' || a`)})::int as campaign) run
  join (
    select *, row_number() over (partition by product_id order by created_at, id) as c from ceps
  ) cep using (product_id)
  left join (select *, row_number() over (order by created_at, id) as c from characters) "cast"
    on "cast".c = a % (${CHARACTERS} + 1)
  where cep.c = 1 + a % ${MOMENTS.length}`

const SERIES = `
  insert into series (id, memory_id, ad_id, product_id, conversion_type, attribution, currency, objective,
    evidence, source, reported_at)
  select ${id('his', `'ad' || id`)}, memory_id, id, product_id, 'purchase', '7d_click', 'EUR', 'sales',
    'observed', 'probe', now() - ((id * 7919) % 100000) * interval '1 s'
  from ads where memory_id = $1`

/** The return of ads differs by a factor of about four. */
const OBSERVATION = `
  insert into observations (memory_id, report_id, row_no, ad_id, series_id, source_id, source, day, objective,
    spend, impressions, clicks, conversions, revenue, platform_campaign_id, campaign_name, fetched_at,
    received_at, is_current)
  select $1, ${id('rep', `'ad' || ad_id`)}, d - 1, ad_id, series_id, 'probe', 'probe', current_date - d,
    'sales', spend, seen, round(seen * 0.012 * factor),
    orders, orders * (35 + 30 * luck), platform_campaign_id,
    campaign_name, reported_at, reported_at, true
  from (
    select ads.id as ad_id, series.id as series_id, d, ads.platform_campaign_id, ads.campaign_name,
      series.reported_at, ${randomOf(`'day' || ads.id || '.' || d`)} as luck,
      0.5 + 1.5 * ${randomOf(`'ad' || ads.id`)} as factor
    from ads join series on series.ad_id = ads.id cross join generate_series(1, $2::int) d
    where ads.memory_id = $1
  ) day
  cross join lateral (select round(5 + 40 * luck, 2) as spend, floor(400 + 3000 * luck) as seen) reach
  cross join lateral (
    select floor(spend * 0.04 * factor + ${randomOf(`'order' || ad_id || '.' || d`)}) as orders) bought`

/** About every hundredth ad. */
const CLAIM = `
  insert into claims (memory_id, report_id, ad_id, product_id, source_id, source, metric, value, window_start,
    window_end, conversion_type, attribution, claimed_at)
  select $1, ${id('rep', `'claim' || ads.id`)}, ads.id, ads.product_id, 'probe', 'probe', 'roas',
    1 + 3 * ${randomOf(`'claim' || ads.id`)}, current_date - 20, current_date - 6, 'purchase', '7d_click',
    series.reported_at
  from (
    select *, row_number() over (order by md5(id::text)) as no, count(*) over () as of_all from ads
    where memory_id = $1
  ) ads join series on series.ad_id = ads.id
  where no <= greatest(${CLAIMS_LEAST}, of_all / 100)`
