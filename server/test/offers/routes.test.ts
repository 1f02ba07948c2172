import { describe, expect, test } from 'vitest'
import { ALL, image, offersOf, openWith, video, withFile } from './use-offers.ts'

const find = (names: string, ...wanted: Parameters<ReturnType<typeof liveOf>['findRoutes']>) =>
  offersOf(liveOf(names).findRoutes(...wanted))

const liveOf = (names: string) => openWith({ PROVIDERS: names, ENVIRONMENT: 'production' }).offers.live

describe('what one provider cannot serve is served by another, or refused by name', () => {
  const flare = 'gpt-image-2.5-flare'
  const masked = image({ hasMask: true, references: 2 })

  test('a mask goes to OpenAI, and for the older model to fal as well', () => {
    expect(find(ALL, masked, flare)).toEqual(['openai/gpt-image-2.5-flare'])
    expect(find(ALL, masked, 'gpt-image-2')).toEqual(['openai/gpt-image-2', 'fal/gpt-image-2'])
    expect(find('kie,runway', masked, flare)).toBe('mask; served by ')
    expect(find('kie,fal', masked, flare)).toBe('mask; served by gpt-image-2')
  })

  test('several pictures are an order for kie, too: it makes them in parts', () => {
    expect(find('kie', image({ n: 4 }), flare)).toEqual(['kie/gpt-image-2-5-flare'])
  })

  test('a video never goes to OpenAI', () => {
    expect(find(ALL, video(), 'seedance-2.5')).toEqual([
      'fal/seedance-2.5',
      'kie/seedance-2-5',
      'runway/seedance2-5',
    ])
    expect(find('openai', video(), undefined)).toBe('unknown_model')
  })

  test('GPT Image 2.6 is made by OpenAI alone', () => {
    expect(find(ALL, image(), 'gpt-image-2.6-flare')).toEqual(['openai/gpt-image-2.6-flare'])
    expect(find('fal,kie,runway', image(), 'gpt-image-2.6-flare')).toBe('unknown_model')
  })

  test('15 seconds with references are not made by Grok; Seedance makes them', () => {
    const long = video({ durationSeconds: 15, references: 1 })
    expect(find('fal', long, 'grok-imagine-video')).toBe('durationSeconds; served by seedance-2.5')
    expect(find('fal', video({ durationSeconds: 15 }), 'grok-imagine-video')).toEqual([
      'fal/grok-imagine-video',
    ])
    expect(find('kie', video({ references: 1 }), 'grok-imagine-video')).toContain('references; served by')
    expect(find(ALL, video({ references: 1 }), 'grok-imagine-video')).toEqual(['fal/grok-imagine-video'])
  })

  test('a prompt that is too long for every offer is refused', () => {
    expect(find('runway', video({ promptCharacters: 4_000 }), 'seedance-2')).toBe(
      'prompt; served by seedance-2.5',
    )
  })
})

test('every size, number, orientation, duration and resolution has a route at each provider', () => {
  for (const names of ['fal', 'kie', 'runway'])
    for (const orientation of ['portrait', 'landscape', 'square'] as const)
      for (const durationSeconds of [6, 10, 15])
        for (const resolution of ['SD', 'HD'] as const)
          for (const references of [0, 5]) {
            const wanted = video({ orientation, durationSeconds, resolution, references })
            expect(find(names, wanted, undefined)).toHaveLength(1)
          }
  for (const names of ALL.split(','))
    for (const size of ['1:1', '2:3', '3:2'] as const)
      for (const n of [1, 2, 4])
        for (const references of [0, 5])
          expect(find(names, image({ size, n, references }), undefined)).toHaveLength(1)
})

test('without a model the default serves an order, or the first model that can', () => {
  const live = openWith({
    PROVIDERS: 'fal,openai',
    ...withFile({
      models: [
        { id: 'small', offers: ['fal/nano-banana-2'] },
        { id: 'large', offers: ['fal/gpt-image-2', 'openai/gpt-image-2'] },
      ],
      defaults: { image: 'small' },
    }),
  }).offers.live
  expect(offersOf(live.findRoutes(image(), undefined))).toEqual(['fal/nano-banana-2'])
  const masked = image({ hasMask: true, references: 1 })
  expect(offersOf(live.findRoutes(masked, undefined))).toEqual(['fal/gpt-image-2', 'openai/gpt-image-2'])
  expect(offersOf(live.findRoutes(masked, 'small'))).toContain('mask; served by large')
})

test('another model follows only where the file says so, and only as far as it serves the order', () => {
  const models = [
    { id: 'first', offers: ['openai/gpt-image-2'], fallback: 'second' },
    { id: 'second', offers: ['fal/nano-banana-2', 'kie/nano-banana-2'] },
  ]
  const { live } = openWith({ PROVIDERS: 'openai,fal', ...withFile({ models }) }).offers
  expect(live.findRoutes(image(), 'first')).toEqual({
    kind: 'chosen',
    routes: [
      { provider: 'openai', model: 'first', offer: 'openai/gpt-image-2' },
      { provider: 'fal', model: 'second', offer: 'fal/nano-banana-2' },
    ],
  })
  expect(offersOf(live.findRoutes(image(), 'second'))).toEqual(['fal/nano-banana-2'])
  expect(offersOf(live.findRoutes(image({ hasMask: true, references: 1 }), 'first'))).toEqual([
    'openai/gpt-image-2',
  ])
})

test('test keys order from the simulator alone, and production never does', () => {
  const { live, test: offered } = openWith({ PROVIDERS: ALL, ENVIRONMENT: 'production' }).offers
  expect(offered.models.every(({ id }) => id.startsWith('simulator/'))).toBe(true)
  expect(live.models.some(({ id }) => id.startsWith('simulator/'))).toBe(false)
  expect(live.findRoutes(image(), 'simulator/ok').kind).toBe('unknown_model')
  expect(offered.findRoutes(image(), 'gpt-image-2').kind).toBe('unknown_model')
  const none = openWith({ ENVIRONMENT: 'production' }).offers
  expect(none.live.models).toEqual([])
  expect(none.live.findRoutes(image(), undefined)).toEqual({ kind: 'unknown_model', models: [] })
  expect(none.test.models.length).toBeGreaterThan(0)
})

test('during development live keys order from the simulator, too, and by default from real providers', () => {
  const { live } = openWith({ PROVIDERS: 'fal' }).offers
  expect(live.models[0]).toMatchObject({ id: 'gpt-image-2.5-flare', defaultFor: ['image'] })
  expect(live.models[1]).toMatchObject({ id: 'seedance-2.5', defaultFor: ['video'] })
  expect(live.models.find(({ id }) => id === 'simulator/ok')).toMatchObject({ defaultFor: [] })
  expect(openWith({}).offers.live.models[0]).toMatchObject({
    id: 'simulator/ok',
    defaultFor: ['image', 'video'],
  })
})

test('capabilities are what at least one offer serves, as far as an order can ask for it', () => {
  const modelsOf = (names: string) =>
    Object.fromEntries(liveOf(names).models.map((one) => [one.id, one.capabilities]))
  expect(modelsOf('fal')['gpt-image-2.5-flare']).toEqual({
    sizes: ['1:1', '2:3', '3:2'],
    nMax: 4,
    referencesMax: 5,
    mask: false,
    orientations: [],
    durationsSeconds: [],
    resolutions: [],
  })
  expect(modelsOf('fal,openai')['gpt-image-2.5-flare']).toMatchObject({ mask: true })
  expect(modelsOf('kie')['grok-imagine-video']).toEqual({
    sizes: [],
    nMax: 1,
    referencesMax: 0,
    mask: false,
    orientations: ['portrait', 'landscape', 'square'],
    durationsSeconds: [6, 10, 15],
    resolutions: ['SD', 'HD'],
  })
})
