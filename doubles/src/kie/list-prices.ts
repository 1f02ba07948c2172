import { type Call, type Double, isRecord, type Reply } from '../core/index.ts'
import { refuse, succeed } from './envelope.ts'
import { CREDIT_MICRO_USD } from './measure-order.ts'
import { models } from './models.ts'

const PAGE_ROWS_MAX = 100

/** `POST /client/v1/model-pricing/page`: a public table without a contract; the names are a guess. */
export function listPrices(double: Double, { body }: Call): Reply {
  const { pageNum, pageSize } = isRecord(body) ? body : {}
  if (!isWhole(pageNum) || !isWhole(pageSize) || pageSize > PAGE_ROWS_MAX) return refuse(double, 422)
  const rows = Object.entries(models).flatMap(([name, { kind, credits }]) =>
    Object.entries(credits).map(([resolution, price]) => ({
      modelDescription: `${name}, ${resolution}`,
      creditPrice: String(price),
      creditUnit: kind === 'video' ? 'per second' : 'per image',
      usdPrice: String((price * CREDIT_MICRO_USD) / 1_000_000),
    })),
  )
  const records = rows.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  const pages = Math.ceil(rows.length / pageSize)
  return succeed(double, { records, total: rows.length, size: pageSize, current: pageNum, pages })
}

const isWhole = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1
