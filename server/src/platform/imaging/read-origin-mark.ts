import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import {
  type ByteSource,
  type FilePart,
  walkJpeg,
  walkMp4,
  walkPng,
  walkWebp,
  withByteSource,
} from './walk-parts.ts'

/** The most that is read of one part; a mark is near its start. */
const READ_MAX_BYTES = 1024 * 1024

/** The two IPTC terms for a picture made by a model, in full or in part. */
const MADE_BY_MODEL = /(?:compositeWithT|t)rainedAlgorithmicMedia/
const PNG_XMP = 'XML:com.adobe.xmp\0'
const C2PA_BOX = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

type MarkCheck = (bytes: ByteSource, part: FilePart) => Promise<boolean>

const formats: Record<
  string,
  { walk: (bytes: ByteSource) => AsyncGenerator<FilePart>; parts: Record<string, MarkCheck> }
> = {
  'image/png': {
    walk: walkPng,
    parts: { caBX: hasC2paManifest, iTXt: hasMarkInPngText, tEXt: hasMarkInPngText, zTXt: hasMarkInPngText },
  },
  'image/jpeg': { walk: walkJpeg, parts: { e1: hasMarkText, eb: hasC2paManifest } },
  'image/webp': { walk: walkWebp, parts: { C2PA: hasC2paManifest, 'XMP ': hasMarkText } },
  // QuickTime keeps its XMP deep inside `moov`, as plain text.
  'video/mp4': { walk: walkMp4, parts: { uuid: hasMarkInUuidBox, moov: hasMarkText } },
}

/**
 * Whether a file is marked as made by a model: by a C2PA manifest, or by an IPTC term in its XMP. `null` when
 * the file cannot be read as its content type.
 */
export async function readOriginMark(file: string | Buffer, contentType: string): Promise<boolean | null> {
  const format = formats[contentType]
  if (!format) return null
  try {
    return await withByteSource(file, async (bytes) => {
      for await (const part of format.walk(bytes)) {
        if (await format.parts[part.name]?.(bytes, part)) return true
      }
      return false
    })
  } catch {
    return null
  }
}

const readPart = (bytes: ByteSource, { start, length }: FilePart): Promise<Buffer> =>
  bytes.read(start, Math.min(length, READ_MAX_BYTES))

async function hasMarkText(bytes: ByteSource, part: FilePart): Promise<boolean> {
  return MADE_BY_MODEL.test((await readPart(bytes, part)).toString('latin1'))
}

async function hasC2paManifest(bytes: ByteSource, part: FilePart): Promise<boolean> {
  return (await readPart(bytes, part)).includes('c2pa')
}

/** The XMP of a PNG may be in any of its three kinds of text, plain or compressed. */
async function hasMarkInPngText(bytes: ByteSource, part: FilePart): Promise<boolean> {
  const data = await readPart(bytes, part)
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

async function hasMarkInUuidBox(bytes: ByteSource, part: FilePart): Promise<boolean> {
  const boxId = await bytes.read(part.start, C2PA_BOX.length)
  if (boxId.equals(C2PA_BOX)) return true
  return boxId.equals(XMP_BOX) && hasMarkText(bytes, part)
}
