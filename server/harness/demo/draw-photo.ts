import sharp from 'sharp'

const plain = (width: number, height: number, background: string) => ({
  create: { width, height, channels: 3 as const, background },
})

/** A reference photo: the product as a plain shape on a table. Colour and place tell photos apart. */
export const drawPhoto = (colour: string, view: number): Promise<Buffer> =>
  sharp(plain(960, 960, '#efe9df'))
    .composite([
      { input: plain(960, 320, '#c9b08d'), left: 0, top: 640 },
      { input: plain(400 - view * 120, 440, colour), left: 280 + view * 60, top: 320 },
    ])
    .jpeg({ quality: 85 })
    .toBuffer()
