import type { App } from '#platform/app'
import type { FileHosts, FileSource } from '#platform/providers'
import { openAddress, UnusableFile } from './open-address.ts'
import { type Downloaded, openSpool, type Spool } from './open-spool.ts'

const DOWNLOAD_MS = 120_000
/** A download that breaks goes on where it broke, if its server can. */
const RESUMED_MAX = 2

type Download = { app: App; hosts: FileHosts; spoolTo: 'memory-or-disk' | 'disk' }

/** Takes a file of a provider, from its address or from a stream, and hashes it meanwhile. */
export async function downloadFile(source: FileSource, download: Download): Promise<Downloaded> {
  const { app, hosts, spoolTo } = download
  const spool = openSpool(app.config.tempDir, spoolTo)
  try {
    if (source.kind === 'url') await receive(app, source.url, hosts, spool)
    else for await (const chunk of await source.open()) await spool.add(chunk)
    return await spool.finish()
  } catch (error) {
    await spool.discard()
    throw error
  }
}

/** Checks the length against the header. */
async function receive(app: App, url: string, hosts: FileHosts, spool: Spool): Promise<void> {
  const signal = AbortSignal.timeout(DOWNLOAD_MS)
  let rest: { etag: string; promised: string } | undefined
  for (let resumed = 0; ; resumed++) {
    const headers = rest ? { range: `bytes=${spool.sizeBytes}-`, 'if-range': rest.etag } : {}
    const answer = await openAddress(url, { app, hosts, signal, headers })
    const promised = rest?.promised ?? answer.headers['content-length']
    const range = String(answer.headers['content-range'])
    const isRest = answer.statusCode === 206 && range.startsWith(`bytes ${spool.sizeBytes}-`)
    if (isRest !== (rest !== undefined)) {
      await answer.body.dump()
      throw new Error('the file cannot be resumed')
    }
    rest = canResume(answer.headers) ?? rest
    try {
      for await (const chunk of answer.body as AsyncIterable<Buffer>) await spool.add(chunk)
    } catch (error) {
      const mayGoOn = rest !== undefined && !signal.aborted && resumed < RESUMED_MAX
      if (error instanceof UnusableFile || !mayGoOn) throw error
      continue
    }
    if (promised !== undefined && Number(promised) !== spool.sizeBytes)
      throw new Error(`the file was cut short: ${spool.sizeBytes} of ${promised} bytes`)
    return
  }
}

type Headers = Record<string, string | string[] | undefined>

function canResume(headers: Headers): { etag: string; promised: string } | undefined {
  const { etag, 'accept-ranges': ranges, 'content-length': promised, 'content-range': isRest } = headers
  const isOffered = typeof etag === 'string' && !etag.startsWith('W/') && ranges === 'bytes' && !isRest
  return isOffered && typeof promised === 'string' ? { etag, promised } : undefined
}
