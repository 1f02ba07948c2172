import type { en } from './en.ts'

/** Texts of any length instead of the English ones, functions with the same parameters. */
type Widened<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { [Name in keyof T]: Widened<T[Name]> }

/** What every language must have: the compiler compares each catalogue with the English one. */
export type Words = Widened<typeof en>
