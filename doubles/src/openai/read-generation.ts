import { type Call, isRecord } from '../core/index.ts'
import { ApiError } from './api-error.ts'
import { type ImageOrder, readOrder } from './read-order.ts'

export function readGeneration({ body, headers }: Call, models: readonly string[]): ImageOrder {
  const type = headers['content-type'] ?? ''
  if (!/^application\/json\b/i.test(type)) {
    const message = `Unsupported content type: '${type}'. This API method accepts 'application/json'.`
    throw new ApiError(400, message, { code: 'unsupported_content_type' })
  }
  if (!isRecord(body)) throw new ApiError(400, 'We could not parse the JSON body of your request.')
  return readOrder(body, 'generation', models)
}
