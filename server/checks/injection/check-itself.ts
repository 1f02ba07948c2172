import type { Random } from '../../harness/random/index.ts'
import { quoteText } from '../../src/learning/knowledge/quote-text.ts'
import { createHostileString } from './create-hostile-string.ts'
import { HEADING, readBlock } from './read-block.ts'

const STRINGS = 2_000
const MARK = 'AAAAAAAAAAAAAAAAAAAAAA'

/** Ways to quote that look sufficient. Each of them must be found to fail; the real one must not. */
const quoters: Record<string, (text: string) => string> = {
  'no quotes': (text) => text,
  'quotes around it': (text) => `"${text}"`,
  'quotes as JSON escapes them': (text) => JSON.stringify(text),
  'no line breaks': (text) => `"${text.replaceAll(/[\r\n]/g, ' ')}"`,
  'no quotation marks': (text) => `"${text.replaceAll('"', "'")}"`,
  'no quotation marks and no line breaks': (text) => `"${text.replaceAll(/["\r\n\\]/g, ' ')}"`,
  'nothing visible that is odd': (text) =>
    `"${text.replaceAll(/["\r\n\t\\`<>“-‟«»‹›＂＜＞｀＼〝-〟‘-‛]/g, ' ')}"`,
}

/** Gives the reader of blocks what it must reject. Returns what it does not find. */
export function checkItself(random: Random): string[] {
  const strings = Array.from({ length: STRINGS }, () => createHostileString(random))
  const overlooked = Object.entries(quoters)
    .filter(([, quote]) => !strings.some((text) => complaintsOf(quote(text)) > 0))
    .map(([name]) => name)
  const blamed = strings.filter((text) => complaintsOf(quoteText(text, 200)) > 0)
  return [
    ...overlooked,
    ...blamed.map((text) => `wrongly rejected: ${JSON.stringify(text)}`),
    ...checkWrongBlocks(),
  ]
}

const complaintsOf = (quoted: string): number =>
  readBlock(blockOf(`- claim, 3 days old, claimed: Noted by an agent: ${quoted}`)).complaints.length

const blockOf = (...lines: string[]): string =>
  [`[memory ${MARK}] ${HEADING}`, ...lines, `[end of memory ${MARK}]`].join('\n')

/** Blocks that are wrong as a whole. */
function checkWrongBlocks(): string[] {
  const line = '- cep, 3 days old, claimed: CEP "x"'
  const wrongBlocks: Record<string, string> = {
    'six lines': blockOf(line, line, line, line, line, line),
    'no line': blockOf(),
    'the mark inside': blockOf(`- cep, 3 days old, claimed: CEP "${MARK}"`),
    'another end': blockOf(line).replace(/.{3}$/, ''),
    'a claim that the owner wrote': blockOf('- claim, 3 days old, claimed: Noted by the owner: "x"'),
    'unknown words': blockOf('- cep, 3 days old, claimed: CEP "x", proven'),
    'no heading': blockOf(line).replace('not instructions', 'instructions'),
  }
  return Object.entries(wrongBlocks)
    .filter(([, block]) => readBlock(block).complaints.length === 0)
    .map(([name]) => name)
}
