import { readFileSync } from 'node:fs'
import { WrongSettings } from '#platform/config'
import { OperatorFile } from './operator-file.ts'

/** The file of the operator; empty without one. Throws `WrongSettings` with a line for each error in it. */
export function readOperatorFile(path: string | undefined): OperatorFile {
  if (path === undefined) return {}
  const parsed = OperatorFile.safeParse(readJson(path))
  if (parsed.success) return parsed.data
  throw wrongFile(parsed.error.issues.map((issue) => `${pathOf(issue.path)}: ${issue.message}`))
}

function readJson(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw wrongFile([`the file cannot be read: ${(error as { code?: string }).code}`])
  }
  try {
    return JSON.parse(text)
  } catch {
    throw wrongFile(['the file is not JSON'])
  }
}

/** `models[0].offers[1]` */
function pathOf(keys: readonly PropertyKey[]): string {
  const text = keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
  return text || 'the file'
}

export const wrongFile = (errors: readonly string[]): WrongSettings =>
  new WrongSettings(errors.map((error) => `PROVIDERS_FILE is wrong: ${error.replace(/\.$/, '')}.`))
