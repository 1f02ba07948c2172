import { at, made, type Row, stalled } from './cell.ts'

const callingBack = ['fal', 'kie'] as const
/** The job is made, whatever its callback does: an answer to our own question alone decides. */
const unchanged = at(callingBack, made())
const wakes = 'a callback only wakes; the provider is asked with our own key'
const lost = { fault: 'lost_reply' } as const

export const rowsOfCallbacks: Row[] = [
  {
    name: 'callback: missing',
    why: 'every job is also checked without one',
    faults: [{ fault: 'missing' }],
    expected: unchanged,
    small: ['kie'],
  },
  {
    name: 'callback: three times',
    why: wakes,
    faults: [{ fault: 'duplicate', deliveries: 3 }],
    expected: unchanged,
    small: ['fal'],
  },
  {
    name: 'callback: late',
    why: 'a callback for a final job changes nothing',
    faults: [{ fault: 'late', delayMs: 15_000 }],
    expected: unchanged,
  },
  { name: 'callback: reordered', why: wakes, faults: [{ fault: 'reordered' }], expected: unchanged },
  {
    name: 'callback: forged, then real',
    why: wakes,
    faults: [{ fault: 'forged', andReal: true }],
    expected: unchanged,
    small: ['fal', 'kie'],
  },
  {
    name: 'callback: replayed',
    why: 'the same bytes later change nothing',
    faults: [{ fault: 'replayed', delayMs: 8_000 }],
    expected: unchanged,
  },
  {
    name: 'callback: unsigned',
    why: wakes,
    faults: [{ fault: 'forged', how: 'unsigned' }],
    expected: { fal: made() },
  },
  {
    name: 'callback: signature of another body',
    why: wakes,
    faults: [{ fault: 'forged', how: 'other body' }],
    expected: { fal: made() },
  },
  {
    name: 'callback: signed for another account',
    why: 'any customer’s callback has a valid signature; it only wakes',
    faults: [{ fault: 'foreign_account' }],
    expected: { fal: made() },
    small: ['fal'],
  },
  {
    name: 'callback: old timestamp',
    why: wakes,
    faults: [{ fault: 'old_timestamp' }],
    expected: { fal: made() },
  },
  {
    name: 'callback: without its payload',
    why: 'the result is read, not taken from the callback',
    faults: [{ fault: 'payload_error' }],
    expected: { fal: made() },
  },
  {
    name: 'callback: false body, right signature',
    why: 'the signature does not cover the body, so the body is not believed',
    faults: [{ fault: 'swapped_body' }],
    expected: { kie: made() },
    small: ['kie'],
  },
  {
    name: 'reply lost, callback missing',
    why: 'nothing names the task, except the list of fal',
    faults: [lost, { fault: 'missing' }],
    expected: { fal: made(), kie: stalled() },
  },
  {
    name: 'reply lost, callback forged',
    why: 'a forged callback names no task that is believed',
    faults: [lost, { fault: 'forged' }],
    expected: { kie: stalled() },
  },
  {
    name: 'reply lost, callback three times',
    why: 'the task is adopted once',
    faults: [lost, { fault: 'duplicate', deliveries: 3 }],
    expected: unchanged,
  },
  {
    name: 'reply lost, callback late',
    why: 'a callback adopts the task at any time within the window',
    faults: [lost, { fault: 'late', delayMs: 15_000 }],
    expected: unchanged,
  },
  {
    name: 'reply lost, row of the list late',
    why: 'it is looked for until the window is over',
    faults: [lost, { fault: 'missing' }, { fault: 'late_row', delayMs: 10_000 }],
    expected: { fal: made() },
  },
  {
    name: 'reply lost, two equal rows',
    why: 'one of two cannot be chosen; the callback names the right one',
    faults: [lost, { fault: 'equal_row' }],
    expected: { fal: made() },
  },
  {
    name: 'reply lost, two equal rows, no callback',
    why: 'one of two cannot be chosen',
    faults: [lost, { fault: 'equal_row' }, { fault: 'missing' }],
    expected: { fal: stalled() },
  },
  {
    name: 'reply lost, row without its input',
    why: 'the callback names it',
    faults: [lost, { fault: 'no_payload' }],
    expected: { fal: made() },
  },
  {
    name: 'reply lost, no row',
    why: 'the callback names it',
    faults: [lost, { fault: 'no_row' }],
    expected: { fal: made() },
  },
]
