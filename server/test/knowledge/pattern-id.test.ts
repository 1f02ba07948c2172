import { isIdOf } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ownerOf } from '../../src/access/identity/index.ts'
import { patternId } from '../../src/learning/knowledge/pattern-id.ts'

const owner = ownerOf('usr_4cVbN0aRkQ2sX8mLtZ1yPw', 'live')
const group = {
  productId: 'prd_4cVbN0aRkQ2sX8mLtZ1yPw',
  objective: 'sales',
  currency: 'EUR',
  conversionType: 'purchase',
  attribution: '7d_click',
}
const ingredients = {
  cepId: 'cep_4cVbN0aRkQ2sX8mLtZ1yPw',
  angle: null,
  characterId: null,
  noCharacter: null,
  mediaType: 'VIDEO' as const,
  orientation: null,
  hook: null,
}

test('the id of a pattern never changes, because agents store it', () => {
  expect(patternId(owner, group, 'roas', ingredients)).toBe('pat_3DKrbgFFazoHR71TLsYxiA')
})

test('patterns that differ in owner, product, comparison group or any ingredient have different ids', () => {
  // A pattern of claims alone has a product, but no comparison group. Only then its id contains the metric.
  const claimsOnly = { ...group, objective: null, currency: null, conversionType: null, attribution: null }
  const ids = [
    patternId(owner, group, 'roas', ingredients),
    patternId(ownerOf(owner.userId, 'test'), group, 'roas', ingredients),
    patternId(ownerOf('usr_other', 'live'), group, 'roas', ingredients),
    ...Object.keys(group).map((field) =>
      patternId(owner, { ...group, [field]: 'other' }, 'roas', ingredients),
    ),
    patternId(owner, group, 'roas', { ...ingredients, cepId: null }),
    patternId(owner, group, 'roas', { ...ingredients, mediaType: null }),
    patternId(owner, group, 'roas', { ...ingredients, orientation: 'portrait' }),
    // The same value in different fields: the id depends on the field too.
    patternId(owner, group, 'roas', { ...ingredients, characterId: 'x' }),
    patternId(owner, group, 'roas', { ...ingredients, angle: 'x' }),
    patternId(owner, group, 'roas', { ...ingredients, noCharacter: true }),
    patternId(owner, group, 'roas', { ...ingredients, hook: 'x' }),
    patternId(owner, claimsOnly, 'roas', ingredients),
    patternId(owner, claimsOnly, 'cpa', ingredients),
  ]
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !isIdOf('pattern', id))).toEqual([])
})
