/** The bytes a Range header asks for: a part, all of it, or something that does not exist. */
export type Range = { kind: 'part'; from: number; to: number } | { kind: 'whole' } | { kind: 'outside' }

/**
 * One range is served; several, or words we do not know, are answered with the whole file, as HTTP allows.
 */
export function readRange(header: string | undefined, sizeBytes: number): Range {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return { kind: 'whole' }
  if (first === '') {
    const count = Number(last)
    return count === 0
      ? { kind: 'outside' }
      : { kind: 'part', from: Math.max(0, sizeBytes - count), to: sizeBytes - 1 }
  }
  const from = Number(first)
  const to = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < from) return { kind: 'whole' }
  return from >= sizeBytes ? { kind: 'outside' } : { kind: 'part', from, to }
}

/** Whether a condition like If-None-Match names this file. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
