import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { type Bytes, type Part, walkJpeg, walkMp4, walkPng, walkWebp, withBytes } from './walk-parts.ts'

/** Of any part only this much is read; a mark comes early in it. */
const READ_MAX_BYTES = 1024 * 1024

/** The two words of the IPTC for a picture made by a model, wholly or in part. */
const MADE_BY_MODEL = /(?:compositeWithT|t)rainedAlgorithmicMedia/
const PNG_XMP = 'XML:com.adobe.xmp\0'
const C2PA_BOX = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

type Look = (bytes: Bytes, part: Part) => Promise<boolean>

const ways: Record<string, { walk: (bytes: Bytes) => AsyncGenerator<Part>; parts: Record<string, Look> }> = {
  'image/png': {
    walk: walkPng,
    parts: { caBX: hasManifest, iTXt: lookInText, tEXt: lookInText, zTXt: lookInText },
  },
  'image/jpeg': { walk: walkJpeg, parts: { e1: hasWords, eb: hasManifest } },
  'image/webp': { walk: walkWebp, parts: { C2PA: hasManifest, 'XMP ': hasWords } },
  // QuickTime keeps its XMP deep inside `moov`, as plain text.
  'video/mp4': { walk: walkMp4, parts: { uuid: lookInBox, moov: hasWords } },
}

/**
 * Whether a file says of itself that a model made it: by a C2PA manifest, or by the word for it in its XMP.
 * `null` when the file cannot be read as what it should be.
 */
export async function findOriginMark(file: string | Buffer, contentType: string): Promise<boolean | null> {
  const way = ways[contentType]
  if (!way) return null
  try {
    return await withBytes(file, async (bytes) => {
      for await (const part of way.walk(bytes)) {
        if (await way.parts[part.name]?.(bytes, part)) return true
      }
      return false
    })
  } catch {
    return null
  }
}

const content = (bytes: Bytes, { start, length }: Part): Promise<Buffer> =>
  bytes.read(start, Math.min(length, READ_MAX_BYTES))

async function hasWords(bytes: Bytes, part: Part): Promise<boolean> {
  return MADE_BY_MODEL.test((await content(bytes, part)).toString('latin1'))
}

async function hasManifest(bytes: Bytes, part: Part): Promise<boolean> {
  return (await content(bytes, part)).includes('c2pa')
}

/** The XMP of a PNG may be in any of its three kinds of text, plain or compressed. */
async function lookInText(bytes: Bytes, part: Part): Promise<boolean> {
  const data = await content(bytes, part)
  if (!data.toString('latin1').startsWith(PNG_XMP)) return false
  const plain = await unpackText(part.name, data.subarray(PNG_XMP.length))
  return MADE_BY_MODEL.test(plain.toString('latin1'))
}

async function unpackText(name: string, rest: Buffer): Promise<Buffer> {
  const unpack = (from: number) =>
    promisify(inflate)(rest.subarray(from), { maxOutputLength: READ_MAX_BYTES })
  if (name === 'zTXt') return unpack(1)
  if (name === 'tEXt' || rest[0] === 0) return rest
  // Whether compressed, how, the language, a translated keyword; then the text.
  const translated = rest.indexOf(0, 2) + 1
  return unpack(rest.indexOf(0, translated) + 1)
}

async function lookInBox(bytes: Bytes, part: Part): Promise<boolean> {
  const user = await bytes.read(part.start, C2PA_BOX.length)
  if (user.equals(C2PA_BOX)) return true
  return user.equals(XMP_BOX) && hasWords(bytes, part)
}
