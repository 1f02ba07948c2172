import { box, ellipse, paintShapes } from './paint-shapes.ts'

type Looks = { skin: string; hair: string; shirt: string; hasBeard: boolean }

const EYES = '#33281f'
const MOUTH = '#8a4a3c'

/** A photo of a character, as a drawing. */
export const drawPortrait = ({ skin, hair, shirt, hasBeard }: Looks): Promise<Buffer> =>
  paintShapes([
    box('#d8d3c6', [0, 0, 960, 960]),
    ellipse('#e7e2d6', [480, 420, 330, 330]),
    box(shirt, [130, 690, 700, 400], 200),
    box(skin, [415, 600, 130, 150], 60),
    ellipse(hair, [480, 370, 172, 190]),
    ellipse(skin, [480, 470, 146, 172]),
    ...(hasBeard ? [ellipse(hair, [480, 600, 128, 110]), ellipse(skin, [480, 500, 112, 62])] : []),
    ellipse(EYES, [425, 455, 15, 15]),
    ellipse(EYES, [535, 455, 15, 15]),
    box(MOUTH, [430, 556, 100, 16], 8),
  ])
