import { hash } from 'node:crypto'
import type { Double, TaskNow } from '../core/double.ts'
import type { Route } from '../core/provider.ts'
import { filesOf, findFault, type Task } from '../core/task.ts'
import type { Call } from '../http/call.ts'
import { empty, type Reply, text } from '../http/reply.ts'
import { makeMp4 } from './make-mp4.ts'
import { makePng } from './make-png.ts'

const FOLDER = '/files'

/** The public files of ended tasks and the uploads of callers: no key, `Range`, `HEAD`. */
export function newMediaRoutes(double: Double): Route[] {
  const about = (call: Call) => ({ taskId: call.params.id })
  const handle = (call: Call) => sendFile(double, call)
  const path = `${FOLDER}/:id/:name`
  const upload = { kind: 'media', path: `${FOLDER}/*name`, isOpen: true }
  const handleUpload = (call: Call) => sendUpload(double, call)
  return ['GET', 'HEAD'].flatMap((method): Route[] => [
    { kind: 'media', method, path, isOpen: true, about, handle },
    { ...upload, method, handle: handleUpload },
  ])
}

/** Where a file of a task is served. With `expiresAt` the address itself ends then, as a signed one does. */
export function mediaUrl(call: Pick<Call, 'baseUrl'>, task: Task, index: number, expiresAt?: number): string {
  const name = `${index}.${task.kind === 'video' ? 'mp4' : 'png'}`
  const signed = expiresAt === undefined ? '' : `?expires=${expiresAt}&signature=${sign(task.id, expiresAt)}`
  return `${call.baseUrl}${FOLDER}/${task.id}/${name}${signed}`
}

/** The bytes of one file, for providers that answer with the file itself. */
export async function makeFile({ settings }: Double, task: Task, index: number): Promise<Buffer> {
  const { longSidePixels, imageBytes, videoBytes } = settings
  const long = Math.max(task.width, task.height)
  const factor = longSidePixels === 0 ? 1 : Math.min(1, longSidePixels / long)
  const width = Math.max(1, Math.round(task.width * factor))
  const height = Math.max(1, Math.round(task.height * factor))
  const key = `${task.id}/${index}`
  if (task.kind === 'image') return makePng({ key, width, height, sizeBytes: imageBytes })
  const durationSeconds = task.durationSeconds || 1
  return makeMp4({ key, width, height, durationSeconds, sizeBytes: videoBytes })
}

async function sendFile(double: Double, call: Call): Promise<Reply> {
  const { id = '', name = '' } = call.params
  const found = double.findTask(id)
  const index = Number(/^(\d{1,3})\.(?:png|mp4)$/.exec(name)?.[1] ?? Number.NaN)
  if (!found) return sendUpload(double, call)
  if (!isDone(found) || !(index < filesOf(found.task))) return text(404, 'not found')
  if (isExpired(double, call, found)) return text(double.settings.expiredStatus, 'expired')
  const contentType = found.task.kind === 'video' ? 'video/mp4' : 'image/png'
  return sendRange(call, await makeFile(double, found.task, index), contentType)
}

/** A running task that was cancelled too late has files as well; what a fault fails has none. */
const isDone = ({ task, state }: TaskNow): boolean => state.status === 'succeeded' && !findFault(task, 'fail')

function isExpired({ clock, settings }: Double, call: Call, { task, state }: TaskNow): boolean {
  const expiresAt = call.query.get('expires')
  if (expiresAt !== null)
    return (
      clock.now() >= Number(expiresAt) || call.query.get('signature') !== sign(task.id, Number(expiresAt))
    )
  const mediaLifetimeMs = task.mediaLifetimeMs ?? settings.mediaLifetimeMs
  if (mediaLifetimeMs === null) return false
  return clock.now() >= (state.endedAt ?? 0) + clock.scaled(mediaLifetimeMs)
}

function sendUpload({ uploads }: Double, call: Call): Reply {
  const found = uploads.get(call.path.slice(FOLDER.length + 1))
  return found ? sendRange(call, found.bytes, found.contentType) : text(404, 'not found')
}

/** One range; an unreadable one means the whole file. */
function sendRange(call: Call, bytes: Buffer, contentType: string): Reply {
  const headers = {
    'content-type': contentType,
    'accept-ranges': 'bytes',
    etag: `"${hash('sha256', bytes)}"`,
  }
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(call.headers.range ?? '') ?? []
  if (first === undefined) return { status: 200, headers, body: bytes }
  const from = Number(first)
  const to = last ? Math.min(Number(last), bytes.length - 1) : bytes.length - 1
  if (from > to) return empty(416, { 'content-range': `bytes */${bytes.length}` })
  const range = { 'content-range': `bytes ${from}-${to}/${bytes.length}` }
  return { status: 206, headers: { ...headers, ...range }, body: bytes.subarray(from, to + 1) }
}

const sign = (id: string, expiresAt: number): string => hash('sha256', `${id}.${expiresAt}`).slice(0, 32)
