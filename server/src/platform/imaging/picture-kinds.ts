/** The kinds of picture that come in and go out, by sharp's name for them. */
export const pictureKinds = {
  png: { contentType: 'image/png', extension: 'png' },
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  webp: { contentType: 'image/webp', extension: 'webp' },
} as const

export type PictureKind = keyof typeof pictureKinds

/** With these pixels a picture takes 300 MB at the most while it is decoded, and a second or two. */
export const PIXELS_MAX = 25_000_000

/** As many bytes as `pictureKindOf` wants to see. */
export const MAGIC_BYTES = 12

/** What a file says it is, by its first bytes. A name or a header of the sender is nobody's proof. */
export function pictureKindOf(start: Buffer): PictureKind | undefined {
  const text = start.toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  return undefined
}
