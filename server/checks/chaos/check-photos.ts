import sharp from 'sharp'
import type { Asked } from './check-inputs.ts'
import { drawPhoto } from './draw-photo.ts'
import { expect, expectBytes } from './expect.ts'
import type { Findings } from './keep-findings.ts'
import type { Shelf } from './open-shelf.ts'
import type { PhotoRow, Truth } from './read-truth.ts'
import { sideBySide } from './side-by-side.ts'

/**
 * Reads every photo back: a whole copy of what was sent, and silent about where it came from. Returns how
 * many were read.
 */
export async function checkPhotos(
  truth: Truth,
  { clients }: Asked,
  shelf: Shelf,
  findings: Findings,
): Promise<number> {
  const sent = new Map(clients.flatMap(({ own }) => own.album.map((id, i) => [id, `${own.photoKey}/${i}`])))
  for (const { inputs, client_ref } of truth.media.values()) {
    const [photo] = inputs.map((input) => truth.photos.get(input.photoReferenceId))
    if (photo?.kind === 'upload' && client_ref) sent.set(photo.id, client_ref)
  }
  const kept = [...truth.photos.values()].filter((photo) => photo.object_key !== null)
  await sideBySide(kept, async (photo) => {
    try {
      await checkPhoto(photo, await shelf.read(photo.object_key as string), sent.get(photo.id))
    } catch (error) {
      findings.add('corruptFiles', photo.id, `${photo.id} (${photo.kind}): ${(error as Error).message}`)
    }
  })
  return kept.length
}

async function checkPhoto(photo: PhotoRow, bytes: Buffer, key: string | undefined): Promise<void> {
  expectBytes(bytes, photo)
  const { format, exif, xmp, iptc, icc, comments } = await sharp(bytes).metadata()
  expect(`image/${format}` === photo.content_type, `a ${format} as ${photo.content_type}`)
  expect(!exif && !xmp && !iptc && !icc && !comments?.length, 'it still carries what it was sent with')
  expect(key !== undefined, 'nobody sent it')
  const [kept, sent] = await Promise.all([pixelsOf(bytes), pixelsOf(await drawPhoto(key as string))])
  expect(kept.equals(sent), 'another picture than was sent')
}

const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer()
