import type { SubmitResponse } from '#platform/providers'
import type { ImageOrder } from './match-offer.ts'
import type { TempPicture } from './open-temp-picture.ts'
import { discardAll, type SpooledAnswer } from './spool-answer.ts'
import { expectCost, readCost } from './token-costs.ts'

type Result = { data?: unknown; usage?: unknown; output_format?: unknown }

const FORMATS = ['png', 'jpeg', 'webp']

/**
 * What a whole answer delivers: perhaps fewer pictures than ordered, or none. Undefined when it is no result
 * at all. Files that are not delivered are removed.
 */
export async function readResult(
  { json, pictures }: SpooledAnswer,
  { request, offer }: ImageOrder,
): Promise<SubmitResponse | undefined> {
  const { data, usage, output_format: format } = Object(json) as Result
  const isResult = Array.isArray(data) || (data === undefined && typeof usage === 'object' && usage !== null)
  const items: unknown[] = Array.isArray(data) ? data : []
  const delivered = items.flatMap((item) => findPicture(item, pictures) ?? []).slice(0, request.n)
  await discardAll([...pictures.values()].filter((picture) => !delivered.includes(picture)))
  if (!isResult) return undefined
  const contentType = FORMATS.includes(String(format)) ? `image/${format}` : undefined
  const reportedCostMicros = readCost(usage, offer)
  // Noted when the answer does not say what it cost.
  const expectedCostMicros = expectCost(offer, request)
  return {
    kind: 'finished',
    files: delivered.map((picture) => picture.toSource(contentType)),
    expectedCostMicros,
    ...(reportedCostMicros !== undefined && { reportedCostMicros }),
  }
}

function findPicture(item: unknown, pictures: SpooledAnswer['pictures']): TempPicture | undefined {
  const { b64_json: index } = Object(item) as { b64_json?: unknown }
  // A picture that is null would be number 0.
  return typeof index === 'string' && index !== '' ? pictures.get(Number(index)) : undefined
}
