import type { Page } from 'playwright-core'

/** The product with the most ads, and the pictures of two good ones of it. */
export const findBest = (page: Page): Promise<{ productId: string; best: string; second: string }> =>
  page.evaluate(async () => {
    const read = async (path: string) => (await fetch(`/api/owner/live/${path}`)).json()
    const { history } = await read('agent/knowledge/history?limit=100')
    type Row = { tier: string; productId: string | null; generatedMediaId: string | null }
    const rows = (history as Row[]).filter(({ generatedMediaId }) => generatedMediaId)
    const products = Map.groupBy(rows, ({ productId }) => productId)
    const ads = [...products.values()].toSorted((one, other) => other.length - one.length)[0] ?? []
    const best = ads.find(({ tier }) => tier === 'winner') ?? ads[0]
    const second = ads.find((row) => row !== best)
    const [first, other] = [best?.generatedMediaId ?? '', second?.generatedMediaId ?? '']
    return { productId: best?.productId ?? '', best: first, second: other }
  })
