/**
 * Whether Postgres can store this text: it takes no NUL and no unpaired surrogate. Checked for every request
 * here, so that no other module has to.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
