/** The bytes that a Range header requests: a part, the whole file, or a range outside the file. */
export type Range = { kind: 'part'; from: number; to: number } | { kind: 'whole' } | { kind: 'outside' }

/**
 * One range is served. Several ranges or an unknown unit are answered with the whole file, as HTTP allows.
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

/** Whether a header such as If-None-Match names this etag. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
