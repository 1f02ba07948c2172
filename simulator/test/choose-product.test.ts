import { expect, test } from 'vitest'
import { chooseProduct, products } from '../src/choose-product.ts'
import { createDrawingContext } from '../src/drawing-context.ts'
import { palettes } from '../src/palettes.ts'

test.each([
  ['a mug on a wooden table', 'mug'],
  ['Mia warms her hands on the mug from the photo, snow behind her', 'mug'],
  ['THREE CUPS', 'mug'],
  ['a steel water bottle next to a mug', 'bottle'],
  ['a can of lemonade', 'can'],
  ['a scented candle', 'candle'],
  ['Gift boxes with ribbons', 'box'],
  ['a shoe box', 'box'],
  ['a canvas tote', 'toteBag'],
  ['white running shoes', 'shoe'],
  ['sneakers, studio light', 'shoe'],
  ['a black T-shirt', 'shirt'],
  ['two leather watches', 'watch'],
  ['a smartphone', 'phone'],
  ['the lamp from the reference photo', 'lamp'],
  ['a chair by the window', 'chair'],
  ['an open book', 'book'],
  ['wireless headphones', 'headphones'],
  ['sunglasses on sand', 'sunglasses'],
  ['a straw hat', 'cap'],
  ['a potted plant', 'plant'],
] as const)('"%s" is drawn as %s', (prompt, name) => {
  expect(chooseProduct(prompt)).toBe(products[name])
})

test.each([
  ['names no product', 'hands in a plane, window light'],
  ['is empty', ''],
  ['has a product only inside other words', 'a smuggler, cupcakes and a plant-based snack'],
  ['uses can as a verb', 'what you can do today'],
  ['names only what holds a product', 'a wooden table, the camera moves slowly'],
  ['has the name of an object property', 'constructor __proto__ toString'],
])('a prompt that %s is drawn as the generic product', (_, prompt) => {
  expect(chooseProduct(prompt)).toBe(products.generic)
})

test('every product has its own drawing', () => {
  const drawings = Object.values(products).map((product) =>
    product.draw(createDrawingContext(palettes[0], 1)),
  )
  expect(new Set(drawings).size).toBe(Object.keys(products).length)
})
