import { isRecord } from '#adapters/shared'
import type { FalAccount } from './fal-account.ts'

const REMEMBER_MS = 3_600_000
const TIMEOUT_MS = 3_000

export type UnitPrices = {
  /** What so many units of an endpoint cost in millionths of a dollar; undefined when it is not known. */
  costMicros(endpoint: string, units: string | undefined): Promise<number | undefined>
}

/** A result tells its cost in the model's own unit; the price of a unit is public. */
export function newUnitPrices(account: FalAccount): UnitPrices {
  // At most one entry for each endpoint of the catalogue.
  const known = new Map<string, { usd: number | undefined; readAt: number }>()

  async function priceOf(endpoint: string): Promise<number | undefined> {
    const remembered = known.get(endpoint)
    if (remembered && Date.now() - remembered.readAt < REMEMBER_MS) return remembered.usd
    const url = `${account.settings.platformUrl}/models/pricing?endpoint_id=${encodeURIComponent(endpoint)}`
    const answer = await account.ask(url, { timeoutMs: TIMEOUT_MS })
    if (answer.kind !== 'answered' || answer.status !== 200) return remembered?.usd
    const usd = readPrice(answer.json, endpoint)
    known.set(endpoint, { usd, readAt: Date.now() })
    return usd
  }

  return {
    costMicros: async (endpoint, units) => {
      const count = Number(units)
      if (!units || !Number.isFinite(count) || count < 0) return undefined
      const usd = await priceOf(endpoint)
      return usd === undefined ? undefined : Math.round(count * usd * 1_000_000)
    },
  }
}

function readPrice(json: unknown, endpoint: string): number | undefined {
  const prices = isRecord(json) && Array.isArray(json.prices) ? json.prices.filter(isRecord) : []
  const price = prices.find(({ endpoint_id }) => endpoint_id === endpoint)
  return price?.currency === 'USD' && typeof price.unit_price === 'number' ? price.unit_price : undefined
}
