import { type Double, filesOf, hashKeys, isRecord, type TaskNow } from '../core/index.ts'
import { mediaUrl } from '../media/index.ts'
import { settingsOf } from './queue-state.ts'

const LONG_SIDES: Record<string, number> = { '480p': 854, '720p': 1280 }

/** The pixels that an input asks for, by any of its spellings. */
export function pixelsOf(input: Record<string, unknown>, kind: 'image' | 'video') {
  const { image_size: size, aspect_ratio: aspect } = input
  if (isRecord(size) && typeof size.width === 'number' && typeof size.height === 'number')
    return { width: size.width, height: size.height }
  const long = kind === 'image' ? 1024 : (LONG_SIDES[String(input.resolution)] ?? 1280)
  const [across = 1, down = 1] = /^\d+:\d+$/.test(String(aspect)) ? String(aspect).split(':').map(Number) : []
  const factor = long / Math.max(across, down)
  return { width: Math.round(across * factor), height: Math.round(down * factor) }
}

/** The output of a model: pictures or one video. */
export function outputOf(double: Double, baseUrl: string, { task, state }: TaskNow): Record<string, unknown> {
  const files = Array.from({ length: filesOf(task) }, (_, index) => {
    const url = mediaUrl({ baseUrl }, task, index)
    return { url, ...describe(double, { task, state }, url.split('/').at(-1) ?? '') }
  })
  if (task.kind === 'image') return { images: files }
  return { video: files[0] ?? null, seed: hashKeys(task.id) % 2 ** 31 }
}

/** Only the address is certain. */
function describe(double: Double, { task }: TaskNow, name: string): Record<string, unknown> {
  const { fileFields, videoBytes } = { ...double.settings, ...settingsOf(double) }
  if (fileFields === 'url') return {}
  const isVideo = task.kind === 'video'
  const type = { content_type: isVideo ? 'video/mp4' : 'image/png' }
  const pixels = isVideo ? {} : { width: task.width, height: task.height }
  if (fileFields === 'full') return { ...type, file_name: name, file_size: videoBytes || 50_000, ...pixels }
  const nulls = isVideo ? {} : { width: null, height: null }
  return { ...type, file_name: null, file_size: null, ...nulls }
}
