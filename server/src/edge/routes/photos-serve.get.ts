import { endpoints } from '@atelier/contract'
import { loadUpload } from '#catalog/photos'
import { type Answer, type Call, matchesEtag, publicRoute, readRange } from '#edge/http'
import { loadFile, type StoredFile } from '#production/media'
import { findRendition, loadRendition, makeRendition } from '#production/renditions'

/**
 * How long a copy outside may be used without asking us (D-35). A file never changes, but it may be erased,
 * and a photo may show a face.
 */
const UPLOAD_SECONDS = 300
const GENERATED_SECONDS = 86_400

export const serveGenerated = publicRoute(endpoints.serveGenerated, (call) =>
  serve(call, () => loadFile(call.app, 'generated', call.params.file), GENERATED_SECONDS),
)

export const serveThumbnail = publicRoute(endpoints.serveThumbnail, (call) =>
  serve(call, () => loadFile(call.app, 'thumbnails', call.params.file), GENERATED_SECONDS),
)

export const serveUpload = publicRoute(endpoints.serveUpload, (call) =>
  serve(call, () => loadUpload(call.app.db.lookup, call.params.file), UPLOAD_SECONDS),
)

/** To make a rendition takes longer than to open a file, so nobody waits for it in the turns of files. */
export const serveRendition = publicRoute(endpoints.serveRendition, async (call) => {
  const { app, params } = call
  const stored = await call.openFile(async () => {
    const file = await findRendition(app, params.file)
    return file && answerFile(call, file, GENERATED_SECONDS)
  })
  if (stored) return stored
  await makeRendition(app, params.file)
  return serve(call, () => loadRendition(app, params.file), GENERATED_SECONDS)
})

const serve = (call: Call, load: () => Promise<StoredFile>, maxAgeSeconds: number): Promise<Answer> =>
  call.openFile(async () => answerFile(call, await load(), maxAgeSeconds))

/** The headers keep browsers from running a file as a page. */
async function answerFile(
  { app, method, headers, params, query, takeFileTurn }: Call,
  file: StoredFile,
  maxAgeSeconds: number,
): Promise<Answer> {
  const { etag, sizeBytes, contentType } = file
  const always = {
    etag,
    'content-type': contentType,
    'accept-ranges': 'bytes',
    'cache-control': `public, max-age=${maxAgeSeconds}`,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
    // The file exists, so its name is one of ours: an id and an extension, safe in a header.
    ...(query.download === '1' && { 'content-disposition': `attachment; filename="${params.file}"` }),
  }
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304, headers: always }
  const stale = headers['if-range'] !== undefined && headers['if-range'] !== etag
  const range = readRange(stale ? undefined : headers.range, sizeBytes)
  if (range.kind === 'outside')
    return { status: 416, headers: { ...always, 'content-range': `bytes */${sizeBytes}` } }
  const { from, to } = range.kind === 'part' ? range : { from: 0, to: sizeBytes - 1 }
  const sent = { ...always, 'content-length': String(to - from + 1) }
  const part = range.kind === 'part' && { 'content-range': `bytes ${from}-${to}/${sizeBytes}` }
  const status = part ? 206 : 200
  if (method === 'HEAD') return { status, headers: { ...sent, ...part } }
  const elsewhere = await app.storage.signAddress({
    key: file.objectKey,
    contentType,
    cacheControl: always['cache-control'],
    disposition: always['content-disposition'],
  })
  if (elsewhere) return redirectTo(elsewhere)
  const paced = takeFileTurn()
  const stream = paced(await app.storage.open(file.objectKey, from, to))
  return { status, headers: { ...sent, ...part }, stream }
}

/** A copy of this answer would outlive the address in it. */
const redirectTo = (location: string): Answer => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
})
