import { type Call, type Double, filesOf, isRecord, type Reply } from '../core/index.ts'
import { mediaUrl } from '../media/index.ts'
import { isUrl } from './check-order.ts'
import { refuse, succeed } from './envelope.ts'

const SIGNED_MS = 20 * 60_000
const RESULT_MS = 14 * 24 * 3_600_000
const RESULT_FILE = /^\/files\/([0-9a-f]{32})\/(\d{1,3})\.(?:png|mp4)$/

/** `POST /api/v1/common/download-url`: a fresh address for a file of this provider, 422 for any other. */
export function signDownload(double: Double, call: Call): Reply {
  if (!isRecord(call.body)) return refuse(double, 400)
  const { url, ...rest } = call.body
  if (!isUrl(url) || Object.keys(rest).length > 0) return refuse(double, 422, 'A valid url is required.')
  const { origin, pathname } = new URL(url)
  const signed = origin === call.baseUrl ? signPath(double, call, pathname) : undefined
  return signed ? succeed(double, signed) : refuse(double, 422, 'The url is not a file generated here.')
}

function signPath(double: Double, call: Call, path: string): string | undefined {
  const { clock, uploads } = double
  if (uploads.has(path.slice('/files/'.length))) return `${call.baseUrl}${path}`
  const [, id = '', index = ''] = RESULT_FILE.exec(path) ?? []
  const found = double.findTask(id)
  if (found?.state.status !== 'succeeded' || Number(index) >= filesOf(found.task)) return undefined
  if (clock.now() >= (found.state.endedAt ?? 0) + clock.scaled(RESULT_MS)) return undefined
  return mediaUrl(call, found.task, Number(index), Math.floor(clock.now() + clock.scaled(SIGNED_MS)))
}
