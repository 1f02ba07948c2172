import type { Span } from './collect-spans.ts'

const WIDTH = 48

/** A trace as text: every span under its parent, with a bar where it began and ended. */
export function drawTrace(spans: Span[]): string {
  const from = Math.min(...spans.map(({ startMs }) => startMs))
  const to = Math.max(...spans.map(({ endMs }) => endMs))
  const perColumn = (to - from) / WIDTH
  const columnOf = (ms: number) => Math.min(WIDTH - 1, Math.floor((ms - from) / perColumn))
  const bar = ({ startMs, endMs }: Span) => {
    const [first, last] = [columnOf(startMs), columnOf(endMs)]
    return ' '.repeat(first) + '#'.repeat(last - first + 1) + ' '.repeat(WIDTH - 1 - last)
  }
  const childrenOf = (parent: string | undefined) =>
    spans
      .filter(({ parentSpanId }) => (parentSpanId || undefined) === parent)
      .toSorted((a, b) => a.startMs - b.startMs)
  const draw = (span: Span, depth: number): string[] => {
    const took = `${Math.round(span.endMs - span.startMs)} ms`
    const line = `${('  '.repeat(depth) + span.name).padEnd(34)}${took.padStart(8)}  |${bar(span)}|`
    return [line, ...childrenOf(span.spanId).flatMap((child) => draw(child, depth + 1))]
  }
  return childrenOf(undefined)
    .flatMap((root) => draw(root, 0))
    .join('\n')
}
