const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

/**
 * Rules of Prometheus with all their times divided: windows, waits, intervals, and the thresholds that say
 * that they are seconds. So a test sees in a minute what takes half an hour.
 */
export function compressRules(text: string, factor: number): string {
  const scale = (count: string, unit: string) => {
    const ms = (Number(count) * SECONDS[unit as keyof typeof SECONDS] * 1_000) / factor
    return `${Math.max(1_000, Math.round(ms))}ms`
  }
  return text
    .replace(/\[(\d+)([smhd])\]/g, (_, count, unit) => `[${scale(count, unit)}]`)
    .replace(
      /\b(for: |interval: |offset )(\d+)([smhd])\b/g,
      (_, word, count, unit) => word + scale(count, unit),
    )
    .replace(/> (\d+) # seconds/g, (_, count) => `> ${Number(count) / factor}`)
}
