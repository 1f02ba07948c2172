import type { Page } from 'playwright-core'

/** The product and the pictures of the two best ads of it. */
export const findBest = (page: Page): Promise<{ productId: string; best: string; second: string }> =>
  page.evaluate(async () => {
    const read = async (path: string) => (await fetch(`/api/owner/live/${path}`)).json()
    const { history } = await read('agent/knowledge/history?limit=100')
    type Row = { tier: string; productId: string | null; generatedMediaId: string | null }
    const rows = (history as Row[]).filter(({ generatedMediaId }) => generatedMediaId)
    const best = rows.find(({ tier }) => tier === 'winner') ?? rows[0]
    const second = rows.find((row) => row !== best && row.productId === best?.productId)
    const [first, other] = [best?.generatedMediaId ?? '', second?.generatedMediaId ?? '']
    return { productId: best?.productId ?? '', best: first, second: other }
  })
