/** Words as people write them in a line: with commas of any script between. */
export const splitKeywords = (line: string): string[] => [
  ...new Set(
    line
      .split(/[,;、，；\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]
