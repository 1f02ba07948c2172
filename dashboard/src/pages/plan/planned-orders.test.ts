import { ImageBody, imagePrice, VideoBody, videoPrice } from '@atelier/contract'
import { expect, test } from 'vitest'
import { cellKey, type PlannedItem, plannedOrders, priceOf, splitCount } from './planned-orders.ts'

const item = (more: Partial<PlannedItem> = {}): PlannedItem => ({
  cepId: 'cep_4cVbN0aRkQ2sX8mLtZ1yPw',
  characterId: null,
  mediaType: 'IMAGE',
  orientation: 'portrait',
  count: 3,
  reason: '',
  cepText: 'cold hands',
  hook: null,
  newHooks: 3,
  lift: { expected: 1, low: 0.5, high: 2 },
  followsWinner: false,
  creditsCost: 1_200,
  ...more,
})
const PRODUCT = 'prd_4cVbN0aRkQ2sX8mLtZ1yPw'

test('every count is made of jobs that the service takes', () => {
  for (let count = 0; count <= 25; count++)
    expect(splitCount(count).reduce<number>((sum, n) => sum + n, 0)).toBe(count)
  expect(splitCount(7)).toEqual([4, 2, 1])
})

test('each order is one that the service takes, and names its entry point', () => {
  const picture = item()
  const video = item({ mediaType: 'VIDEO', count: 2 })
  const prompts = new Map([
    [cellKey(picture), 'a mug '],
    [cellKey(video), 'a mug turns'],
  ])
  const orders = plannedOrders([picture, video], prompts, PRODUCT)
  expect(orders).toHaveLength(4)
  for (const { order } of orders) {
    const body = order.kind === 'image' ? ImageBody.parse(order) : VideoBody.parse(order)
    expect(body).toMatchObject({ productId: PRODUCT, cepId: picture.cepId })
  }
  expect(new Set(orders.map(({ key }) => key)).size).toBe(4)
})

test('the price before there are prompts is what the orders cost', () => {
  const make = [item(), item({ mediaType: 'VIDEO', orientation: 'square', count: 2 })]
  const prompts = new Map(make.map((one) => [cellKey(one), 'a mug']))
  const costs = plannedOrders(make, prompts, PRODUCT).map(({ order }) =>
    order.kind === 'image'
      ? imagePrice(ImageBody.parse(order).n)
      : videoPrice(VideoBody.parse(order).durationSeconds, VideoBody.parse(order).resolution),
  )
  expect(priceOf(make)).toBe(costs.reduce((sum, cost) => sum + cost, 0))
})

test('an item without a prompt is not ordered', () => {
  expect(plannedOrders([item()], new Map(), PRODUCT)).toEqual([])
})
