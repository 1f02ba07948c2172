export interface Palette {
  wallTop: string
  wallLow: string
  floorFar: string
  floorNear: string
  motif: string
  podium: string
  product: string
  cap: string
  accent: string
  leaf: string
  paper: string
  ink: string
}

/**
 * Chosen by hand: randomly combined colours rarely look good, so only the palette is picked at random. The
 * ink of each palette is legible on its floor, where the caption is.
 */
export const palettes: readonly [Palette, ...Palette[]] = [
  parsePalette('f7d9c4 fbeee2 f3cdb4 e9b899 f2a98a faefe6 c8553d 3d2c2e e9a23b 6b8f71 fff8f1 3a211b'),
  parsePalette('cfe3e2 eef5f1 c3d9d2 a3c4bb f6c89f f4f7f3 2a6f6b f4f1ea e98a5b 4f8a6b fdfbf5 12312f'),
  parsePalette('e3d9ef f6f0f7 d9cbe6 c2b0d6 f7b7a3 f8f4fb 6d4c9f e8c87e ef8f8a 7a9b76 fffaf6 2c1d45'),
  parsePalette('d8e6f3 f3f7fb cddcea acc4db f9d77e f6f9fc 28527a f3efe4 f2a154 6f9f86 fffdf7 11293f'),
  parsePalette('efe6d4 f9f5ea e2d3b5 cdb88e d98f5c f8f3e7 7d6b3d 2f2a1f b5523b 8a9a5b fffcf3 352b14'),
  parsePalette('f9d5dc fdeff1 f3c1cb e6a2b1 fff1d6 fdf3f4 b23a5a f2e3d5 f3a65a 7fa07d fffaf8 45121f'),
  parsePalette('dbe8d3 f4f8ee c9dbbd a9c39a fbe3a6 f5f8f0 3f6b45 ede6d6 e0794e 5c8f57 fdfcf4 1b3120'),
  parsePalette('fbe2ae fdf4dc f6cf85 eab45f f28c5b fdf5e3 1f5d63 f7e7cf d9483b 5d8a66 fffaf0 40280a'),
  parsePalette('26324f 4d5b86 2b3552 1c243b f2c58c 525f8a e8b27a 121829 ef7f6b 7fb09a f7f0e3 f3ead9'),
  parsePalette('1f4245 3f7471 214649 142f32 f4d9a4 4b7f7b f0c77b 0e2224 f08c6c a4c49a f9f4e6 f4efdd'),
  parsePalette('4a2b3d 85506a 4c2c3f 321c2a f7b990 865a70 f0c3b0 231019 f2a65e 9db28a fbf1ea f9e9df'),
  parsePalette('e8e4df f7f5f2 dcd6ce c3bab0 c9b79c f9f7f4 2d2a32 c79a5b b86f52 8d9a80 fffefb 29252b'),
]

function parsePalette(colours: string): Palette {
  const list = colours.split(' ')
  const at = (k: number) => `#${list[k]}`
  return {
    wallTop: at(0),
    wallLow: at(1),
    floorFar: at(2),
    floorNear: at(3),
    motif: at(4),
    podium: at(5),
    product: at(6),
    cap: at(7),
    accent: at(8),
    leaf: at(9),
    paper: at(10),
    ink: at(11),
  }
}

/** The colour at `share` of the way from one to the other. */
export function mixColours(from: string, to: string, share: number): string {
  const channel = (at: number) => {
    const a = Number.parseInt(from.slice(at, at + 2), 16)
    const b = Number.parseInt(to.slice(at, at + 2), 16)
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

export function lighter(colour: string, share: number): string {
  return mixColours(colour, '#ffffff', share)
}

/** Mixes with a warm near-black: pure black makes shadows look dirty. */
export function darker(colour: string, share: number): string {
  return mixColours(colour, '#1a1020', share)
}
