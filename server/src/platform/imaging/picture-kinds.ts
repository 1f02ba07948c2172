/** The kinds of picture that are accepted and served, by sharp's names. */
export const pictureKinds = {
  png: { contentType: 'image/png', extension: 'png' },
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  webp: { contentType: 'image/webp', extension: 'webp' },
} as const

export type PictureKind = keyof typeof pictureKinds

/** Decoding a picture of this size takes at most 300 MB and one or two seconds. */
export const PIXELS_MAX = 25_000_000

/** How many bytes `pictureKindOf` needs. */
export const MAGIC_BYTES = 12

/** The kind of a file by its first bytes. The name and the content type that a sender gives prove nothing. */
export function pictureKindOf(start: Buffer): PictureKind | undefined {
  const text = start.toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  return undefined
}
