import { expect, test } from 'vitest'
import { openaiCatalogue } from '#adapters/openai'
import { WrongSettings } from '#platform/config'
import { image, offersOf, openWith, withFile } from './use-offers.ts'

const open = (file: unknown, PROVIDERS = 'fal') => openWith({ PROVIDERS, ...withFile(file) })

function linesOf(file: unknown): string[] {
  try {
    open(file)
  } catch (error) {
    expect(error).toBeInstanceOf(WrongSettings)
    return (error as Error).message.split('\n').slice(1)
  }
  throw new Error('the file was accepted')
}

const banana = { id: 'banana', offers: ['fal/nano-banana-2'] }
const seedance = { id: 'dance', offers: ['fal/seedance-2.5'] }
const [flare] = openaiCatalogue

test.for<[string, unknown, RegExp]>([
  ['is not JSON', '{', /the file is not JSON/],
  ['has an unknown field', { modles: [] }, /the file: .*modles/],
  ['has a model without an id', { models: [{ offers: ['fal/nano-banana-2'] }] }, /models\[0\]\.id: /],
  ['has an unknown field of a model', { models: [{ ...banana, price: 1 }] }, /models\[0\]: .*price/],
  ['has an empty list', { models: [{ id: 'a', offers: [] }] }, /models\[0\]\.offers: /],
  [
    'names no provider',
    { models: [banana, { id: 'b', offers: ['fal/nano-banana-2', 'sora/2'] }] },
    /models\[1\]\.offers\[1\]: sora\/2 names no provider/,
  ],
  [
    'names an unknown offer',
    { models: [{ id: 'a', offers: ['fal/dall-e-3'] }] },
    /models\[0\]\.offers\[0\]: fal does not offer fal\/dall-e-3/,
  ],
  [
    'names a provider twice',
    { models: [{ id: 'a', offers: ['fal/nano-banana-2', 'fal/gpt-image-2'] }] },
    /models\[0\]\.offers\[1\]: fal is named twice/,
  ],
  ['lists a model twice', { models: [banana, banana] }, /models\[1\]\.id: banana is listed twice/],
  [
    'falls back to nothing',
    { models: [{ ...banana, fallback: 'none' }] },
    /models\[0\]\.fallback: none is not in models/,
  ],
  ['falls back to itself', { models: [{ ...banana, fallback: 'banana' }] }, /models\[0\]\.fallback: /],
  [
    'falls back to another kind',
    { models: [{ ...banana, fallback: 'dance' }, seedance] },
    /models\[0\]\.fallback: dance makes no image files/,
  ],
  ['has an unknown default', { models: [banana], defaults: { image: 'x' } }, /defaults\.image: x is not in/],
  [
    'has a default of another kind',
    { models: [banana], defaults: { video: 'banana' } },
    /defaults\.video: banana makes no video/,
  ],
  ['limits a provider to nothing', { providers: { fal: { runningMax: 0 } } }, /providers\.fal\.runningMax: /],
  ['limits an unknown provider', { providers: { sora: { runningMax: 1 } } }, /providers.*sora/],
  [
    'has half an offer',
    { openai: { offers: [{ id: 'openai/own' }] } },
    /openai\.offers\[0\]\.providerModel: /,
  ],
  [
    'has an offer that no model names',
    { openai: { offers: [{ ...flare, id: 'openai/own' }] } },
    /openai\.offers\[0\]\.id: no model names openai\/own/,
  ],
])('a file that %s is refused with a line that names the place', ([, file, line]) => {
  const lines = linesOf(file)
  expect(lines.join('\n')).toMatch(line)
  for (const one of lines) expect(one).toMatch(/^ {2}PROVIDERS_FILE is wrong: .*\.$/)
})

test('a file that does not exist is refused', () => {
  expect(() => openWith({ PROVIDERS_FILE: '/nowhere/providers.json' })).toThrow(/cannot be read: ENOENT/)
})

test('all errors are named at once', () => {
  expect(linesOf({ models: [banana, { ...banana, fallback: 'none' }] })).toHaveLength(2)
})

test('a model without an enabled offer is not listed, and limits reach their provider', () => {
  const models = [banana, { id: 'other', offers: ['kie/nano-banana-2'] }]
  const { offers, list } = open({ models, providers: { fal: { runningMax: 40 } } })
  const real = offers.live.models.filter(({ id }) => !id.startsWith('simulator/'))
  expect(real.map(({ id }) => id)).toEqual(['banana'])
  expect(list.map(({ name, runningMax }) => [name, runningMax])[0]).toEqual(['fal', 40])
})

test('a server of one’s own has its own offers instead of the catalogue', () => {
  const own = { ...flare, id: 'openai/own', providerModel: 'our-model', takesMask: false }
  const models = [{ id: 'ours', offers: ['openai/own'], description: 'Made here' }]
  const { live } = open({ models, openai: { offers: [own] } }, 'openai').offers
  expect(offersOf(live.findRoutes(image(), 'ours'))).toEqual(['openai/own'])
  expect(live.models[0]).toMatchObject({
    id: 'ours',
    description: 'Made here',
    capabilities: { mask: false },
  })
})

test('an offer of kie that nobody has confirmed is used only by a file that names it', () => {
  const models = [{ id: 'new', offers: ['kie/gpt-image-2-6-flare'] }]
  const { live } = open({ models }, 'kie').offers
  expect(offersOf(live.findRoutes(image(), 'new'))).toEqual(['kie/gpt-image-2-6-flare'])
})
