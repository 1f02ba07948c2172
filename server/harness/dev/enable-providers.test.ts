import { expect, test } from 'vitest'
import { enableProviders } from './enable-providers.ts'

test('a provider with a key is enabled, unless PROVIDERS says something else', () => {
  expect(enableProviders({}).PROVIDERS).toBe('')
  expect(enableProviders({ FAL_KEY: 'a', KIE_KEY: '', RUNWAY_KEY: 'b' }).PROVIDERS).toBe('fal,runway')
  expect(enableProviders({ FAL_KEY: 'a', PROVIDERS: '' }).PROVIDERS).toBe('')
  expect(enableProviders({ FAL_KEY: 'a', KIE_KEY: 'b', PROVIDERS: 'kie' }).PROVIDERS).toBe('kie')
})
