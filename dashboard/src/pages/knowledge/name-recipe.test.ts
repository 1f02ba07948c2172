import type { Pattern } from '@atelier/contract'
import { expect, test } from 'vitest'
import { en } from '../../words/en.ts'
import { zh } from '../../words/zh.ts'
import { nameRecipe } from './name-recipe.ts'

const nothing = {
  cepId: null,
  angle: null,
  characterId: null,
  noCharacter: null,
  mediaType: null,
  orientation: null,
  hook: null,
}
const pattern = (ingredients: Partial<Pattern['ingredients']>) =>
  ({ title: 'Angle “x”', ingredients: { ...nothing, ...ingredients } }) as Pattern
const names = { points: new Map([['cep_1', 'Cold hands']]), characters: new Map([['chr_1', 'Mia']]) }

test('what ads share is said in the language of the reader', () => {
  const shared = pattern({ cepId: 'cep_1', characterId: 'chr_1', orientation: 'portrait' })
  expect(nameRecipe(shared, names, en)).toBe('“Cold hands”, with Mia, portrait')
  expect(nameRecipe(shared, names, zh)).toContain('与 Mia')
  expect(nameRecipe(pattern({ noCharacter: true }), names, en)).toBe('Without a character')
  const opened = pattern({ hook: 'Cold?', mediaType: 'VIDEO' })
  expect(nameRecipe(opened, names, en)).toBe('Hook “Cold?”, video')
})

test('an entry point that was deleted keeps the title of the service', () => {
  expect(nameRecipe(pattern({ cepId: 'cep_9' }), names, en)).toBe('Angle “x”')
})
