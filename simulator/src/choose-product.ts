import { drawBackpack, drawBox, drawGenericCarton, drawToteBag } from './draw-bags-and-boxes.ts'
import type { Product } from './draw-details.ts'
import { drawHeadphones, drawLaptop, drawPhone } from './draw-devices.ts'
import { drawBook, drawChair, drawLamp, drawPottedPlant } from './draw-furnishings.ts'
import {
  drawBottle,
  drawCan,
  drawCandle,
  drawDropper,
  drawJar,
  drawMug,
  drawPerfume,
  drawPumpBottle,
  drawTeapot,
  drawTube,
  drawVase,
} from './draw-vessels.ts'
import { drawCap, drawShirt, drawShoe, drawSunglasses, drawWatch } from './draw-wearables.ts'

export const products = {
  mug: { halfWidth: 34, draw: drawMug },
  teapot: { halfWidth: 33, draw: drawTeapot },
  bottle: { halfWidth: 21, draw: drawBottle },
  can: { halfWidth: 26, draw: drawCan },
  jar: { halfWidth: 38, draw: drawJar },
  candle: { halfWidth: 30, draw: drawCandle },
  pumpBottle: { halfWidth: 24, draw: drawPumpBottle },
  dropper: { halfWidth: 22, draw: drawDropper },
  perfume: { halfWidth: 27, draw: drawPerfume },
  tube: { halfWidth: 20, draw: drawTube },
  box: { halfWidth: 44, draw: drawBox },
  toteBag: { halfWidth: 38, draw: drawToteBag },
  backpack: { halfWidth: 36, draw: drawBackpack },
  shoe: { halfWidth: 54, draw: drawShoe },
  shirt: { halfWidth: 32, draw: drawShirt },
  cap: { halfWidth: 50, draw: drawCap },
  sunglasses: { halfWidth: 48, draw: drawSunglasses },
  watch: { halfWidth: 22, draw: drawWatch },
  phone: { halfWidth: 29, draw: drawPhone },
  laptop: { halfWidth: 55, draw: drawLaptop },
  headphones: { halfWidth: 46, draw: drawHeadphones },
  lamp: { halfWidth: 26, draw: drawLamp },
  chair: { halfWidth: 38, draw: drawChair },
  book: { halfWidth: 36, draw: drawBook },
  plant: { halfWidth: 28, draw: drawPottedPlant },
  vase: { halfWidth: 34, draw: drawVase },
  generic: { halfWidth: 36, draw: drawGenericCarton },
} satisfies Record<string, Product>

/** Appended to the detail line of the caption when the generic product is drawn. */
export const GENERIC_NOTE = '  ·  generic stand-in'

type Known = Exclude<keyof typeof products, 'generic'>

/**
 * The names of each product, in the singular. Words that often mean something else in a prompt are left out:
 * `can` and `glass` alone, `camera` as in camera move, and furniture that a product stands on, like `table`.
 */
const names: Record<Known, string> = {
  mug: 'mug, cup, teacup',
  teapot: 'teapot, tea pot, kettle',
  bottle: 'bottle, flask, thermos',
  can: 'soda, beer can, drink can, drinks can, tin can, a can, one can, the can',
  jar: 'jar, moisturizer, moisturiser',
  candle: 'candle, jar candle',
  pumpBottle: 'soap, lotion, shampoo, sanitizer, dispenser, pump bottle',
  dropper: 'dropper, serum, tincture',
  perfume: 'perfume, parfum, cologne, fragrance',
  tube: 'tube, toothpaste, sunscreen, ointment, hand cream',
  box: 'box, carton, package, parcel, packaging, shoebox, shoe box',
  toteBag: 'bag, tote, handbag, purse, shopper, book bag',
  backpack: 'backpack, rucksack, knapsack, daypack, schoolbag, school bag',
  shoe: 'shoe, sneaker, trainers, footwear',
  shirt: 'shirt, t-shirt, tshirt, tee, jersey',
  cap: 'cap, hat, headwear',
  sunglasses: 'sunglasses, glasses, eyeglasses, eyewear, spectacles',
  watch: 'watch, wristwatch, smartwatch, timepiece',
  phone: 'phone, smartphone, iphone, cellphone',
  laptop: 'laptop, macbook, chromebook, notebook computer',
  headphones: 'headphone, headset, head phone',
  lamp: 'lamp, lampshade, lantern',
  chair: 'chair, armchair',
  book: 'book, notebook, novel, journal, diary, paperback, hardcover',
  plant: 'plant, houseplant, succulent, flowerpot, flower pot',
  vase: 'vase',
}

const productByName = new Map<string, Product>()
for (const [known, list] of Object.entries(names)) {
  for (const name of list.split(', ')) {
    // Only one of the two plurals is a real word; the other never matches.
    for (const form of [name, `${name}s`, `${name}es`]) productByName.set(form, products[known as Known])
  }
}

/**
 * The first product named in the prompt, or the generic product. Only whole words match, and a two-word name
 * takes precedence over its first word: a shoe box is a box.
 */
export function chooseProduct(prompt: string): Product {
  const words = prompt.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? []
  for (const [k, word] of words.entries()) {
    const product = productByName.get(`${word} ${words[k + 1]}`) ?? productByName.get(word)
    if (product) return product
  }
  return products.generic
}
