import { isIdOf } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { patternId } from '../../src/learning/knowledge/pattern-id.ts'

const owner = ownerOf('usr_4cVbN0aRkQ2sX8mLtZ1yPw', 'live')
const place = {
  productId: 'prd_4cVbN0aRkQ2sX8mLtZ1yPw',
  objective: 'sales',
  currency: 'EUR',
  conversionType: 'purchase',
  attribution: '7d_click',
}
const made = {
  cepId: 'cep_4cVbN0aRkQ2sX8mLtZ1yPw',
  angle: null,
  characterId: null,
  mediaType: 'VIDEO' as const,
  orientation: null,
  hook: null,
}

test('the id of a pattern is the same for ever: agents write it down', () => {
  expect(patternId(owner, place, 'roas', made)).toBe('pat_3DKrbgFFazoHR71TLsYxiA')
})

test('it is another for anything that makes it another pattern', () => {
  const nowhere = { ...place, objective: null, currency: null, conversionType: null, attribution: null }
  const ids = [
    patternId(owner, place, 'roas', made),
    patternId(ownerOf(owner.userId, 'test'), place, 'roas', made),
    patternId(ownerOf('usr_other', 'live'), place, 'roas', made),
    ...Object.keys(place).map((field) => patternId(owner, { ...place, [field]: 'other' }, 'roas', made)),
    patternId(owner, place, 'roas', { ...made, mediaType: null }),
    // The same text as another ingredient.
    patternId(owner, place, 'roas', { ...made, angle: 'x' }),
    patternId(owner, place, 'roas', { ...made, hook: 'x' }),
    patternId(owner, nowhere, 'roas', made),
    patternId(owner, nowhere, 'cpa', made),
  ]
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect([id, isIdOf('pattern', id)]).toEqual([id, true])
})
