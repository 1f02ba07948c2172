import { box, ellipse, paintShapes, type Shape } from './paint-shapes.ts'

const WALL = '#efe9df'
const table = [
  box(WALL, [0, 0, 960, 960]),
  box('#c9b08d', [0, 660, 960, 300]),
  ellipse('#b39870', [480, 742, 230, 30]),
]

const mug = [
  box('#b94632', [560, 420, 170, 200], 70),
  box(WALL, [590, 464, 96, 112], 32),
  box('#d9573f', [330, 350, 300, 390], 36),
  ellipse('#f4e8da', [480, 354, 150, 30]),
  ellipse('#4a2c20', [480, 358, 128, 21]),
  box('#e68f7d', [360, 410, 26, 270], 13),
]

const flask = [
  box('#2c3834', [425, 170, 110, 90], 16),
  box('#3f7d6b', [375, 240, 210, 500], 54),
  box('#e9dcc3', [375, 420, 210, 70]),
  box('#76a598', [402, 290, 22, 400], 11),
]

/** Wider below than above. */
const bag: Shape = {
  colour: '#e2cfa6',
  covers: (x, y) => y >= 400 && y <= 742 && Math.abs(x - 480) <= 190 + (y - 400) * 0.105,
}

const tote = [
  ellipse('#a98f63', [480, 420, 104, 194]),
  ellipse(WALL, [480, 420, 78, 168]),
  bag,
  box('#cdb788', [287, 400, 386, 46]),
  ellipse('#7c8f5a', [480, 580, 62, 62]),
]

/** In the order of the products of the shop. */
const products = [mug, flask, tote]

/** A reference photo of a product on a table, from the front and from behind. */
export const drawPhoto = (product: number, view: number): Promise<Buffer> =>
  paintShapes([...table, ...(products[product] ?? []).map((one) => (view === 0 ? one : mirrored(one)))])

const mirrored = ({ colour, covers }: Shape): Shape => ({ colour, covers: (x, y) => covers(960 - x, y) })
