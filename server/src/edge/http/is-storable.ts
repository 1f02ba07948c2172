/**
 * Whether Postgres can hold this text: it takes no NUL, and half of a surrogate pair is no character. Asked
 * at the door, so that no room has to think of it.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
