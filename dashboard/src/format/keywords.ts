import { KEYWORD_CHARACTERS, KEYWORDS_MAX } from '@atelier/contract/limits'

/** Of a line with as many keywords as may be, and what is between them. */
export const KEYWORD_LINE_CHARACTERS = KEYWORDS_MAX * (KEYWORD_CHARACTERS + 2)

/** Words as people write them in a line: with commas of any script between. */
export const splitKeywords = (line: string): string[] => [
  ...new Set(
    line
      .split(/[,;、，；\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]
