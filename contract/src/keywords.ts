import { z } from 'zod'
import { KEYWORD_CHARACTERS, KEYWORDS_MAX } from './limits.ts'
import { text } from './text.ts'

/** Other words for what a text says. Search compares them with a question as it does the text. */
const list = () =>
  z
    .array(text(1, KEYWORD_CHARACTERS))
    .max(KEYWORDS_MAX)
    .overwrite((words) => [...new Set(words)])

export const sentKeywords = (of: string) =>
  list()
    .optional()
    .meta({
      description: `Other words for ${of}, also in other languages: the search finds it by them`,
      example: ['hot drinks', 'insulated', 'Thermobecher'],
    })

export const storedKeywords = z.array(z.string()).describe('Other words that the search finds it by')
