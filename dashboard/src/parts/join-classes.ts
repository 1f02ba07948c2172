/** `join('btn', isSmall && 'small')` is `btn small` or `btn`. */
export const join = (...names: (string | false | undefined | null)[]): string =>
  names.filter(Boolean).join(' ')
