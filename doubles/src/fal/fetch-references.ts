import type { Detail, Reference } from './fields.ts'

const TIMEOUT_MS = 10_000
/** The first bytes of PNG, JPEG, WebP (RIFF) and GIF. */
const HEADS = ['89504e47', 'ffd8ff', '52494646', '47494638']

/** Downloads each reference, as the model would, and reports those it cannot use. */
export async function fetchReferences(references: readonly Reference[]): Promise<Detail[]> {
  return (await Promise.all(references.map(fetchOne))).flat()
}

async function fetchOne({ loc, url }: Reference): Promise<Detail[]> {
  const bytes = await download(url)
  if (bytes === undefined) {
    const msg = `Failed to download the file. Please check if the URL is accessible and try again.`
    return [{ loc, msg, type: 'file_download_error', ctx: {}, input: url }]
  }
  if (HEADS.some((head) => bytes.toString('hex', 0, head.length / 2) === head)) return []
  return [{ loc, msg: 'Failed to load the image.', type: 'image_load_error', ctx: {}, input: url }]
}

/** Data addresses work as well; `fetch` reads both. */
async function download(url: string): Promise<Buffer | undefined> {
  if (!URL.canParse(url) || !/^(?:https?|data):$/.test(new URL(url).protocol)) return undefined
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined
  } catch {
    return undefined
  }
}
