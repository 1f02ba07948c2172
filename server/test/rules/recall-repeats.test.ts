import type { HitKind } from '@atelier/contract'
import { expect, test } from 'vitest'
import { withoutRepeats } from '../../src/learning/recall/without-repeats.ts'

type About = { productId?: string | null; platformAdId?: string; refs?: Record<string, string> }

const line = (kind: HitKind, text: string, { productId = 'p1', platformAdId, refs = {} }: About = {}) => ({
  kind,
  description: [text],
  productId,
  ...(platformAdId !== undefined && { platformAdId }),
  refs,
  text,
})

const keptOf = (lines: ReturnType<typeof line>[], linesMax = 5) =>
  withoutRepeats(lines, linesMax).map(({ kind, text }) => `${kind} ${text}`)

test('equal texts about one product take one place, about two products two', () => {
  const notes = [line('note', 'a'), line('note', 'b'), line('note', 'a')]
  expect(keptOf([...notes, line('note', 'a', { productId: 'p2' })])).toEqual(['note a', 'note b', 'note a'])
})

test('of two series of one creative the better one stays, a claim about it too', () => {
  const refs = { generatedMediaId: 'm1' }
  const lines = [
    line('history', 'by purchase', { refs }),
    line('history', 'by lead', { refs }),
    line('claim', 'said to be good', { refs }),
    line('history', 'another creative', { refs: { generatedMediaId: 'm2' } }),
    line('history', 'an ad without a creative'),
    line('history', 'another ad without a creative'),
  ]
  expect(keptOf(lines, 6)).toEqual([
    'history by purchase',
    'claim said to be good',
    'history another creative',
    'history an ad without a creative',
    'history another ad without a creative',
  ])
})

test('of two series of one ad without a creative the better one stays', () => {
  const lines = [
    line('history', 'by click', { platformAdId: '7' }),
    line('history', 'by view', { platformAdId: '7' }),
    line('history', 'another ad', { platformAdId: '8' }),
  ]
  expect(keptOf(lines)).toEqual(['history by click', 'history another ad'])
})

test('a pattern stands for its CEP, whichever ranks higher', () => {
  const [cep, pattern] = [
    line('cep', 'dry skin', { refs: { cepId: 'c1' } }),
    line('pattern', 'CEP dry skin', { refs: { cepId: 'c1' } }),
  ]
  const other = line('cep', 'cold hands', { refs: { cepId: 'c2' } })
  expect(keptOf([cep, other, pattern])).toEqual(['cep cold hands', 'pattern CEP dry skin'])
  expect(keptOf([pattern, cep, other])).toEqual(['pattern CEP dry skin', 'cep cold hands'])
})

test('a repeat leaves its place to the next line', () => {
  const lines = ['a', 'a', 'b', 'c', 'd'].map((text) => line('note', text))
  expect(keptOf(lines, 3)).toEqual(['note a', 'note b', 'note c'])
})
