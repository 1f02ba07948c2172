import { expect, test } from 'vitest'
import { checkParameters } from './structure/check-shape.ts'
import { sourceFile } from './structure/read-repository.ts'

const check = (text: string, path = 'server/src/a.ts'): string[] => checkParameters([sourceFile(path, text)])

test.each([
  ['a function', 'export async function f(a: A, b: B, c: C, d: D, e: E): Promise<void> {}'],
  ['a generator', 'function* f(a: A, b: B, c: C, d: D, e: E) {}'],
  [
    'a generic function',
    'function f<T extends Map<A, B>>(\n  a: T,\n  b: B,\n  c: C,\n  d: D,\n  e: E,\n) {}',
  ],
  ['an anonymous function', 'g(function (a, b, c, d, e) {})'],
  ['an arrow function', 'const f = async (a: A, b: B, c: C, d: D, e: E) => a'],
  ['an arrow function with a return type', 'const f = (a: A, b: B, c: C, d: D, e: E): (() => A) => () => a'],
  ['a generic arrow function', 'const f = <T,>(a: T, b: B, c: C, d: D, e: E): T => a'],
  ['an arrow function that returns another', 'const f = (a: A) => (a: A, b: B, c: C, d: D, e: E): A => a'],
  ['a callback', "test.each([])('%s', (a, b, c, d, e) => {})"],
  ['a method', 'class F {\n  private async f(a: A, b: B, c: C, d: D, e: E): Promise<A> {\n  }\n}'],
  ['a constructor', 'class F {\n  a: A\n\n  constructor(a: A, b: B, c: C, d: D, e: E) {\n  }\n}'],
  ['a method of an object', 'const f = { a, f(a: A, b: B, c: C, d: D, e: E) {} }'],
  ['a method of a type', 'type F = {\n  a: A\n  f<T>(a: A, b: B, c: C, d: D, e?: E): Promise<T>\n}'],
  ['a method after a type', "type F = {\n  a: A<B>\n  b: 'c' | 'd'\n  f(a: A, b: B, c: C, d: D, e: E): A\n}"],
  ['a type of functions', 'type F = (a: A, b: B, c: C, d: D, ...e: E[]) => A'],
  ['a parameter after a comparison', 'function f(a = b < c, b = 1, c = d > e, d = 1, e = 1) {}'],
])('%s with five parameters is reported', (_, text) => {
  expect(check(text)).toEqual([expect.stringMatching(/a\.ts:\d: 5 parameters; pass an object/)])
})

test.each([
  ['a destructured object', 'function f({ a, b, c, d, e }: { a: A; b: B; c: C; d: D; e: E }) {}'],
  ['a destructured array', 'test.for([])((_, [a, b, c, d, e]) => {})'],
  ['type arguments', 'function f(a: Map<A, B>, b: Map<A, Map<B, C>>, c: F<(a: A, b: B) => C, D>): A {}'],
  ['type parameters', 'const f = <A, B, C, D, E>(a: A, b: B, c: C) => a'],
  ['default values', 'function f(a = [1, 2, 3], b = { c: 1, d: 2 }, e = g(1, 2, 3, 4, 5)) {}'],
  ['string literals', "function f(a = 'b, c, d, e, f', b: 'c, d' | 'e, f') {}"],
  ['comments', 'function f(\n  // b, c, d\n  a: A, /* e, f, g */\n) {}'],
  ['a trailing comma', 'function f(\n  a: A,\n  b: B,\n  c: C,\n  d: D,\n) {}'],
  ['a call', 'await f(a, b, c, d, e)\nif (f(a, b, c, d, e)) g(a, b, c, d, e)\n'],
  ['a call in a condition', 'const f = a ? g(a, b, c, d, e) : { a }\nreturn a\n  ? g(a, b, c, d, e)\n  : b'],
  ['a call of a function named as', 'const f = a ? as(a, b, c, d, e) : { a }'],
  ['a call in a case', 'switch (a) {\n  case f(a, b, c, d, e):\n}'],
  ['a loop', 'for (let a = 0, b = 1, c = 2, d = 3, e = 4; a < b; a++) {}'],
])('%s does not count as parameters', (_, text) => {
  expect(check(text)).toEqual([])
})

const FIVE = 'const f = (a: A, b: B, c: C, d: D, e: E) => a'

test.each(['contract/src/a.ts', 'server/checks/a.ts', 'server/harness/a.ts', 'server/test/a.ts'])(
  'a function with five parameters is reported in %s',
  (path) => {
    expect(check(FIVE, path)).toHaveLength(1)
  },
)

test('a function with five parameters is accepted in the simulator, which draws with coordinates', () => {
  expect(check(FIVE, 'simulator/src/a.ts')).toEqual([])
})
