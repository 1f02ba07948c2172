import { expect, test } from 'vitest'
import { isOwnPath } from './is-own-path.ts'

const ORIGIN = 'https://own.example'

test.each(['/', '/studio?status=failed', '/credits?mode=test#last', '/a//b', '/?next=//other.example'])(
  '%j is a path of our own',
  (path) => expect(isOwnPath(path, ORIGIN)).toBe(true),
)

test.each([
  '',
  'studio',
  '//other.example/',
  '/\\other.example',
  '/\t/other.example',
  '/\n/other.example',
  '\\\\other.example',
  'https://other.example/',
  'https://own.example/',
  'javascript:void 0',
  '//[',
])('%j is not', (path) => expect(isOwnPath(path, ORIGIN)).toBe(false))
