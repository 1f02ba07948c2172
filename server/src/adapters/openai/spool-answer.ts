import type { Readable } from 'node:stream'
import { newBufferCollector } from '#platform/memory'
import { newAnswerScanner } from './new-answer-scanner.ts'
import { type Base64Decoder, newBase64Decoder } from './new-base64-decoder.ts'
import { openTempPicture, type TempPicture } from './open-temp-picture.ts'

/** In `json`, the number of a picture stands for its base64. An empty picture has no file. */
export type SpooledAnswer = { json: unknown; pictures: Map<number, TempPicture> }

/** Everything but the pictures is short. */
const REST_CHARACTERS_MAX = 1024 * 1024

/**
 * Reads an answer to its end and writes its pictures to files while it arrives: 80 MB of base64 are never in
 * memory. Throws, and leaves no file, when the answer is cut, too large or no JSON.
 */
export async function spoolAnswer(body: Readable, folder: string, bytesMax: number): Promise<SpooledAnswer> {
  const pictures = new Map<number, TempPicture>()
  const scan = newAnswerScanner()
  let rest = ''
  let bytes = 0
  const collect = newBufferCollector()
  let decoder: Base64Decoder = newBase64Decoder()
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      for (const part of scan(chunk)) {
        if (part.kind === 'rest') {
          rest += part.text
          continue
        }
        const picture = pictures.get(part.index) ?? (part.kind === 'end' ? undefined : await open(part.index))
        if (part.kind === 'picture') await picture?.write(decoder.decode(part.base64))
        else await picture?.finish(decoder.finish())
      }
      collect(chunk.length)
      if (bytes > bytesMax || rest.length > REST_CHARACTERS_MAX) throw new Error('the answer is too large')
    }
    return { json: JSON.parse(Buffer.from(rest, 'latin1').toString('utf8')), pictures }
  } catch (error) {
    await discardAll(pictures.values())
    throw error
  }

  async function open(index: number): Promise<TempPicture> {
    const picture = await openTempPicture(folder)
    pictures.set(index, picture)
    decoder = newBase64Decoder()
    return picture
  }
}

export async function discardAll(pictures: Iterable<TempPicture>): Promise<void> {
  for (const picture of pictures) await picture.discard()
}
