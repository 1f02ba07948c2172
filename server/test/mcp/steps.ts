/** Results that later steps take ids from. */
// biome-ignore lint/suspicious/noExplicitAny: each result has its own fields.
export type Seen = Record<string, any>

type Step = {
  tool: string
  args: (seen: Seen) => Record<string, unknown>
  /** What the call must be, so that a step does not compare two failures by mistake. */
  ok: boolean
  /** Keeps the result under this name. */
  keep?: string
  /** A read whose answer depends on the ids of its user: both sides ask for the same user. */
  ofOneUser?: true
  /** Waits until the job has ended. */
  finished?: true
}

const good = (tool: string, args: Step['args'] = () => ({}), more: Partial<Step> = {}): Step => ({
  tool,
  args,
  ok: true,
  ...more,
})
const bad = (tool: string, args: Step['args'] = () => ({})): Step => ({ tool, args, ok: false })

const NOBODY = 'prd_0000000000000000000000'
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** Calls of every tool: how it is meant, and how models get it wrong. */
export const steps = (picture: string): Step[] => [
  ...products(picture),
  ...jobs(picture),
  ...knowledge(),
  ...mistakes(),
]

const products = (picture: string): Step[] => [
  good('ping'),
  good('check_credits'),
  good('check_credits', () => ({ limit: '2' })),
  good('list_products'),
  good('create_product', () => ({ name: 'Enamel mug' }), { keep: 'product' }),
  good('rename_product', ({ product }) => ({ product_id: product.product.id, name: 'Blue mug' })),
  good('list_product_photos', ({ product }) => ({ product_id: product.product.id })),
  good('add_product_reference', ({ product }) => ({
    product_id: product.product.id,
    label: 'front',
    file_path: picture,
  })),
  good('list_product_photos', ({ product }) => ({ productId: product.product.id }), { keep: 'photos' }),
  good('list_characters'),
  good(
    'create_cep',
    ({ product }) => ({ product_id: product.product.id, cep_text: 'Cold hands', angle: 'warm' }),
    {
      keep: 'cep',
    },
  ),
  good('list_ceps', ({ product }) => ({ product_id: product.product.id })),
  good('list_ceps', ({ product, cep }) => ({ product_id: product.product.id, cep_id: cep.cep.id })),
  bad('list_ceps', ({ product }) => ({ product_id: product.product.id, cep_id: 'x' })),
  good('get_product', ({ product }) => ({ product_id: product.product.id })),
]

const jobs = (picture: string): Step[] => [
  good('quote_job', ({ product }) => ({ kind: 'image', prompt: 'a mug', product_id: product.product.id })),
  good(
    'generate_image',
    ({ product, cep }) => ({
      prompt: 'the product from the reference photo',
      product_id: product.product.id,
      cep_id: cep.cep.id,
      n: '2',
      client_ref: 'mug-1',
    }),
    { keep: 'image', finished: true },
  ),
  good('generate_image', ({ product, cep }) => ({
    prompt: 'the product from the reference photo',
    product_id: product.product.id,
    cep_id: cep.cep.id,
    n: 2,
    client_ref: 'mug-1',
  })),
  bad('generate_image', () => ({ prompt: 'another', client_ref: 'mug-1' })),
  good('get_media', ({ image }) => ({ media_id: image.id })),
  good('get_media', ({ image }) => ({ media_ids: [image.id, image.id, 'med_0000000000000000000000'] })),
  good('get_media', ({ image }) => ({ media_ids: image.id })),
  good('get_media', ({ image }) => ({ media_id: image.id, details: 'true' })),
  bad('get_media', ({ image }) => ({ media_ids: [image.id], details: true })),
  good('generate_image', () => ({ prompt: 'a mug', model: 'simulator/fail' }), {
    keep: 'failed',
    finished: true,
  }),
  good('get_media', ({ failed }) => ({ media_id: failed.id })),
  bad('generate_image', () => ({ prompt: 'a mug', model: 'simulator/refuse' })),
  good('generate_video', () => ({ prompt: 'it turns', duration_seconds: 6, file_path: picture }), {
    finished: true,
  }),
  good('list_media', () => ({ type: 'IMAGE' })),
  good('list_media', () => ({ client_ref: 'mug-1', limit: 1 })),
  good('download_media', ({ image }) => ({ media_id: image.id })),
  good('attach_media', ({ image, product }) => ({
    product_id: product.product.id,
    generated_media_id: image.id,
  })),
  bad('cancel_media', ({ image }) => ({ media_id: image.id })),
  good('list_products'),
  good('get_product', ({ product }) => ({ product_id: product.product.id })),
  good('check_credits', () => ({ limit: 3 })),
]

const knowledge = (): Step[] => [
  good('search_knowledge', () => ({ q: 'warm hands' })),
  good('get_campaign_history'),
  good('get_winning_patterns'),
  good('report_results', ({ image }) => ({
    kind: 'observation',
    generated_media_id: image.id,
    platform_ad_id: 'ad-1',
    campaign_name: 'Summer',
    currency: 'EUR',
    objective: 'OUTCOME_SALES',
    conversion_type: 'purchase',
    attribution: '7d_click',
    idempotency_key: 'report-1',
    rows: [2, 3].map((ago) => ({
      day: day(ago),
      spend: '12.34',
      impressions: 1000,
      clicks: 37,
      conversions: 3,
      revenue: 71.7,
    })),
  })),
  good('report_results', ({ image }) => ({
    kind: 'claim',
    generated_media_id: image.id,
    metric: 'roas',
    value: '9.5',
    window_start: day(3),
    window_end: day(2),
  })),
  bad('report_results', () => ({ kind: 'observation', platform_ad_id: 'ad-1', rows: [{ day: 'today' }] })),
  good('get_campaign_history', ({ product }) => ({ product_id: product.product.id })),
  good('get_winning_patterns', ({ product }) => ({ product_id: product.product.id, metric: 'roas' })),
  good('search_knowledge', ({ product }) => ({ q: 'cold hands mug', product_id: product.product.id })),
  good('search_knowledge', ({ product }) => ({
    q: 'freezing fingers',
    also: ['cold, wet hands', 'a mug & tea'],
    product_id: product.product.id,
  })),
  good('get_drift'),
  good('plan_creatives', ({ product }) => ({ product_id: product.product.id, target: 3 }), {
    ofOneUser: true,
  }),
  good('delete_cep', ({ cep }) => ({ cep_id: cep.cep.id })),
  bad('delete_cep', ({ cep }) => ({ cep_id: cep.cep.id })),
  good('get_platform_marketing_guide', () => ({ section: 'B' })),
  good('get_platform_marketing_guide', () => ({ section: 'd2.' })),
  good('get_platform_marketing_guide'),
  bad('get_platform_marketing_guide', () => ({ section: 'Z9' })),
]

const mistakes = (): Step[] => [
  bad('nonsense'),
  bad('create_product'),
  bad('create_product', () => ({ name: ' ' })),
  bad('create_product', () => ({ name: 'x'.repeat(201) })),
  bad('create_product', () => ({ name: 'a', colour: 'red' })),
  bad('list_products', () => ({ limit: 0 })),
  bad('list_products', () => ({ limit: 1.5 })),
  bad('list_products', () => ({ cursor: 'nonsense' })),
  bad('get_product', () => ({ product_id: NOBODY })),
  bad('get_product', () => ({ product_id: `${'x'.repeat(201)}` })),
  bad('get_product', () => ({ product_id: 'a\u0000b' })),
  bad('get_media', () => ({})),
  bad('get_media', () => ({ media_id: 'a', media_ids: ['b'] })),
  bad('get_media', () => ({ media_id: NOBODY })),
  bad('download_media', () => ({ media_id: 'med_0000000000000000000000' })),
  bad('generate_image', () => ({ prompt: 'a', product_id: NOBODY })),
  bad('generate_image', () => ({ prompt: 'a', n: 3 })),
  bad('generate_image', () => ({ prompt: 'a', photo_reference_ids: [NOBODY] })),
  bad('generate_image', () => ({ prompt: 'a', image_urls: '["http://x"]' })),
  bad('generate_image', () => ({ prompt: 'a', use_product_photo: 'maybe' })),
  bad('generate_video', () => ({ prompt: 'a', file_path: '/x.png', product_id: NOBODY })),
  bad('add_product_reference', () => ({ product_id: NOBODY, label: 'x' })),
  bad('add_product_reference', () => ({
    product_id: NOBODY,
    label: 'x',
    file_url: 'https://x.invalid/a.png',
  })),
  bad('create_cep', () => ({ cep_text: 'a', product_id: NOBODY })),
  bad('list_ceps', () => ({ product_id: 'med_0000000000000000000000' })),
  bad('plan_creatives', () => ({ product_id: NOBODY })),
  bad('report_results', () => ({ kind: 'observation', rows: 'nonsense' })),
  bad('report_results', () => ({ kind: 'observation', rows: ['a'] })),
]
