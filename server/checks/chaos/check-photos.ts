import sharp from 'sharp'
import type { DatabaseRows, PhotoRow } from '../../harness/audit/index.ts'
import { runParallel } from '../../harness/driver/index.ts'
import type { Asked } from './check-inputs.ts'
import type { Findings } from './count-names.ts'
import { drawPhoto } from './draw-photo.ts'
import { expect, expectBytes } from './expect.ts'
import type { Storage } from './open-storage.ts'

/** Few at the same time: the check must not load the machine. */
const PARALLEL = 6

/**
 * Reads every stored photo: it must be a complete copy of what was sent, without metadata. Returns how many
 * were read.
 */
export async function checkPhotos(
  database: DatabaseRows,
  { clients }: Asked,
  storage: Storage,
  findings: Findings,
): Promise<number> {
  const sent = new Map(clients.flatMap(({ own }) => own.album.map((id, i) => [id, `${own.photoKey}/${i}`])))
  for (const { inputs, client_ref } of database.media.values()) {
    const [photo] = inputs.map((input) => database.photos.get(input.photoReferenceId))
    if (photo?.kind === 'upload' && client_ref) sent.set(photo.id, client_ref)
  }
  const stored = [...database.photos.values()].filter(
    (photo) => photo.object_key !== null && !photo.erased_at,
  )
  await runParallel(PARALLEL, stored, async (photo) => {
    try {
      await checkPhoto(photo, await storage.read(photo.object_key as string), sent.get(photo.id))
    } catch (error) {
      findings.add('corruptFiles', photo.id, `${photo.id} (${photo.kind}): ${(error as Error).message}`)
    }
  })
  return stored.length
}

async function checkPhoto(photo: PhotoRow, bytes: Buffer, key: string | undefined): Promise<void> {
  expectBytes(bytes, photo)
  const { format, exif, xmp, iptc, icc, comments } = await sharp(bytes).metadata()
  expect(`image/${format}` === photo.content_type, `a ${format} as ${photo.content_type}`)
  expect(!exif && !xmp && !iptc && !icc && !comments?.length, 'it still has metadata')
  expect(key !== undefined, 'it was never sent')
  const [stored, sent] = await Promise.all([pixelsOf(bytes), pixelsOf(await drawPhoto(key as string))])
  expect(stored.equals(sent), 'it is not the picture that was sent')
}

const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer()
