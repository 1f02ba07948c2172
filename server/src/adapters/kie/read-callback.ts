import { createHmac, timingSafeEqual } from 'node:crypto'
import { asRecord } from '#adapters/shared'
import type { CallbackHint } from '#platform/providers'

/** Both ways: a clock may be behind or ahead. */
const SIGNED_MS = 300_000

/**
 * The signature covers the id and the time, not the body: who once saw such a pair can send any body with it.
 * So only the id is read.
 */
export function readCallback(
  rawBody: Buffer,
  headers: Record<string, string>,
  webhookKey: string | undefined,
): CallbackHint {
  const jobId = readId(rawBody)
  const time = headers['x-webhook-timestamp'] ?? ''
  const given = Buffer.from(headers['x-webhook-signature'] ?? '')
  if (!jobId || !webhookKey || !isRecent(time)) return { isGenuine: false, jobId }
  const right = Buffer.from(createHmac('sha256', webhookKey).update(`${jobId}.${time}`).digest('base64'))
  return { isGenuine: given.length === right.length && timingSafeEqual(given, right), jobId }
}

const isRecent = (seconds: string): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(Date.now() - Number(seconds) * 1_000) <= SIGNED_MS

/** Documented at three places. */
function readId(rawBody: Buffer): string | null {
  const body = asRecord(parse(rawBody))
  const data = asRecord(body.data)
  const id = [data.taskId, data.task_id, body.taskId].find((one) => typeof one === 'string' && one !== '')
  return typeof id === 'string' ? id : null
}

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}
