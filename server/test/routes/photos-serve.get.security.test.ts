import { expect, test } from 'vitest'
import { newId } from '../../src/platform/ids/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeAsset, makeProduct } from './make-album.ts'

const system = useSharedSystem()

test.each(['generated', 'thumbnails', 'renditions', 'uploads'])(
  'in %s a file is found only by its exact name',
  async (folder) => {
    const { call, createUser } = system()
    const user = await createUser()
    const { id } = await makeAsset(system(), user)
    const product = await makeProduct(system(), user)
    const names = [
      id,
      `${id}.jpg`,
      `${id}.exe`,
      `${id}.png.png`,
      `${id}%00.png`,
      `${id}.png%00`,
      `%00`,
      `${newId('asset')}.png`,
      `${newId('photo')}.png`,
      `${newId('media')}.png`,
      `${product.id}.png`,
      `..%2fuploads%2f${id}.png`,
      '..%2f..%2f..%2fpackage.json',
      '%e0%a4%a',
      `${newId('media')}-vertical-crop.jpg`,
      `${id}-vertical-crop.jpg`,
      'x'.repeat(201),
    ]
    for (const name of names) {
      const { status, headers } = await call('GET', `/api/photos/serve/${folder}/${name}?download=1`)
      expect([name, status, headers.has('content-disposition')]).toEqual([name, 404, false])
    }
  },
)

test('query values never reach the response headers', async () => {
  const { call, createUser } = system()
  const { url } = await makeAsset(system(), await createUser())
  for (const download of ['2', 'true', '1%0d%0aset-cookie:%20a=b', '%22;%20filename=evil.exe']) {
    const { status, headers } = await call('GET', `${url}?download=${download}`)
    expect([status, headers.has('content-disposition'), headers.has('set-cookie')]).toEqual([
      200,
      false,
      false,
    ])
  }
})
