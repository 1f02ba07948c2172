import { RECALL_LINES, RECALL_TOKENS } from '@atelier/contract'
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base'
import type { Random } from '../../harness/random/index.ts'
import { renderText } from '../../src/learning/recall/quoted-text.ts'
import { type RecallLine, writeRecallBlock } from '../../src/learning/recall/write-recall-block.ts'
import { carriers } from './carriers.ts'
import { createHostileString } from './create-hostile-string.ts'
import { fieldSchema } from './field-schema.ts'
import { findInvisible, judgeText, readBlock } from './read-block.ts'

export type BulkTally = {
  strings: number
  refused: number
  blocks: number
  lines: number
  longestTokens: number
  complaints: string[]
}

const HIT_CHARACTERS = 280

/** Sends hostile strings, the fields in turn, through the schema and every sentence that shows the field. */
export function runBulk(count: number, random: Random): BulkTally {
  const tally: BulkTally = { strings: 0, refused: 0, blocks: 0, lines: 0, longestTokens: 0, complaints: [] }
  const fields = Object.entries(carriers).map(([name, carry]) => ({ name, carry, schema: fieldSchema(name) }))
  let waiting: RecallLine[] = []
  while (tally.strings < count) {
    const { name, carry, schema } = fields[tally.strings++ % fields.length] as (typeof fields)[number]
    const accepted = readAs(schema, createHostileString(random))
    if (accepted === undefined) {
      tally.refused++
      continue
    }
    const complain = (what: string) => tally.complaints.push(`${name}: ${what}`)
    for (const what of findInvisible(accepted.replaceAll('\t', ' '))) complain(`is accepted with ${what}`)
    for (const line of carry(accepted)) {
      judgeText(line.kind, line.evidence, renderText(line.description, HIT_CHARACTERS)).forEach(complain)
      waiting.push(line)
    }
    if (waiting.length < RECALL_LINES && tally.strings < count) continue
    judgeBlock(waiting, tally)
    waiting = []
  }
  return tally
}

/** The text as the schema returns it. A text that is too long is shortened, as an attacker would do. */
function readAs(schema: ReturnType<typeof fieldSchema>, text: string): string | undefined {
  for (const length of [text.length, 400, 90]) {
    const read = schema.safeParse([...text].slice(0, length).join(''))
    if (read.success) return read.data as string
  }
  return undefined
}

function judgeBlock(lines: RecallLine[], tally: BulkTally): void {
  const { text, shown } = writeRecallBlock(lines)
  const { lines: read, complaints } = readBlock(text)
  tally.complaints.push(...complaints)
  if (read.length !== shown) tally.complaints.push(`${shown} lines are read as ${read.length}: ${text}`)
  read.forEach(({ kind, age, evidence }, at) => {
    const given = lines[at]
    const isSame = given?.kind === kind && given.age === age && given.evidence === evidence.replace(' ', '_')
    if (!isSame) tally.complaints.push(`a line became another: ${text}`)
  })
  const tokens = Math.max(countO200k(text), countCl100k(text))
  if (tokens > RECALL_TOKENS) tally.complaints.push(`a block has ${tokens} tokens: ${text}`)
  tally.longestTokens = Math.max(tally.longestTokens, tokens)
  tally.blocks++
  tally.lines += shown
}
