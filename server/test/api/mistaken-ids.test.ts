import { exampleId } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test.each([
  ['GET', `/api/gen/media/${exampleId('product')}`, 'You have no media with this id: it is a product id.'],
  [
    'GET',
    `/api/gen/media/${exampleId('asset')}/download`,
    'You have no media with this id: it is an asset id.',
  ],
  ['DELETE', `/api/gen/media/${exampleId('cep')}`, 'You have no media with this id: it is a CEP id.'],
  ['GET', `/api/gen/products/${exampleId('media')}`, 'You have no product with this id: it is a media id.'],
  [
    'GET',
    `/api/gen/characters/${exampleId('photo')}`,
    'You have no character with this id: it is a photo id.',
  ],
  [
    'DELETE',
    `/api/agent/ceps/${exampleId('product')}`,
    'You have no active CEP with this id: it is a product id.',
  ],
  ['GET', `/api/gen/media/${exampleId('media')}`, 'You have no media with this id.'],
  ['GET', '/api/gen/media/nonsense', 'You have no media with this id.'],
] as const)('%s %s is not found, and a mistaken kind of id is named', async (method, path, error) => {
  const { status, body } = await system().call(method, path, { key: (await system().createUser()).apiKey })
  expect([status, body.code, body.error]).toEqual([404, 'not_found', error])
})
