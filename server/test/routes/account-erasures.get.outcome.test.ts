import { ErasureList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { erase, makeOwner } from '../erasure/make-owner.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeAsset } from './make-album.ts'

const system = useSharedSystem()

test('erasures are listed newest first, only those of the user', async () => {
  const { call, db } = system()
  const [owner, other] = [await makeOwner(db), await makeOwner(db)]
  const [first, second] = [await makeAsset(system(), owner), await makeAsset(system(), owner)]
  for (const { id } of [first, second]) await erase(system(), owner, id)
  const { status, body } = await call('GET', '/api/account/erasures', { headers: owner.headers })
  const { erasures } = ErasureList.strict().parse(body)
  expect([status, erasures.map(({ subjectId }) => subjectId)]).toEqual([200, [second.id, first.id]])
  expect((await call('GET', '/api/account/erasures', { headers: other.headers })).body.erasures).toEqual([])
})
