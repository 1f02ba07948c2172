import { type Results, textTable } from '../../../server/harness/report/index.ts'

/** One measured value, what is allowed, and whether it is within that. */
export type Figure = { name: string; measured: string; allowed: string; isGood: boolean }

export type Figures = {
  /** A value that must be at most `most`, in its unit. A value that is missing is never good. */
  atMost(name: string, value: number, most: number, unit: Unit): void
  table(): string
  results(): Results
}

export type Unit = 'ms' | 's' | 'kB' | '%' | '% of a core' | ''

const digits: Record<Unit, number> = { ms: 0, s: 2, kB: 1, '%': 1, '% of a core': 1, '': 4 }

const write = (value: number, unit: Unit): string =>
  unit === '' ? String(Number(value.toFixed(digits[unit]))) : `${value.toFixed(digits[unit])} ${unit}`

export function newFigures(): Figures {
  const all: Figure[] = []
  return {
    atMost: (name, value, most, unit) =>
      all.push({
        name,
        measured: Number.isFinite(value) ? write(value, unit) : 'never',
        allowed: `${most}${unit && ` ${unit}`}`,
        isGood: value <= most,
      }),
    table: () =>
      textTable([
        ['figure', 'measured', 'at most', ''],
        ...all.map(({ name, measured, allowed, isGood }) => [
          name,
          measured,
          allowed,
          isGood ? 'ok' : 'FAIL',
        ]),
      ]),
    results: () => {
      const passed = all.filter(({ isGood }) => isGood).length
      return { passed, failed: all.length - passed }
    },
  }
}
