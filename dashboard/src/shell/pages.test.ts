import { expect, test } from 'vitest'
import { isPartOf, pages } from './pages.ts'

const pageOf = (path: string) => pages.filter((page) => isPartOf(page, path)).map(({ name }) => name)

test.each([
  ['/', 'home'],
  ['/studio/med_1', 'studio'],
  ['/make', 'studio'],
  ['/compare', 'studio'],
  ['/products/prd_1', 'products'],
  ['/characters/chr_1', 'products'],
  ['/topics/top_1', 'products'],
  ['/connections', 'connections'],
  ['/billing', 'billing'],
])('%s is a part of %s alone', (path, name) => {
  expect(pageOf(path)).toEqual([name])
})

test.each(['/settings', '/operator', '/studios'])('%s is a part of no page', (path) => {
  expect(pageOf(path)).toEqual([])
})
