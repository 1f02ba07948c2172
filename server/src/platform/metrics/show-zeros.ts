import type { Counter } from 'prom-client'

/**
 * Shows what has not happened yet as 0. Otherwise the first time would be the first value of a series, and
 * nobody could see a difference to the value before.
 */
export function showZeros<Label extends string>(
  counter: Counter<Label>,
  all: Partial<Record<Label, string>>[],
): void {
  for (const labels of all) counter.inc(labels, 0)
}
