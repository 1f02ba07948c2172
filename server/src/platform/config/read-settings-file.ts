import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import type { SettingName } from './describe-setting.ts'
import { WrongSettings } from './wrong-settings.ts'

/** A JSON file of the operator that a setting names. Throws `WrongSettings` with a line for each error. */
export function readSettingsFile<Schema extends z.ZodType>(
  name: SettingName,
  path: string,
  schema: Schema,
): z.infer<Schema> {
  const parsed = schema.safeParse(readJson(name, path))
  if (parsed.success) return parsed.data
  throw wrongFile(
    name,
    parsed.error.issues.map((issue) => `${pathOf(issue.path)}: ${issue.message}`),
  )
}

function readJson(name: SettingName, path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw wrongFile(name, [`the file cannot be read: ${(error as { code?: string }).code}`])
  }
  try {
    return JSON.parse(text)
  } catch {
    throw wrongFile(name, ['the file is not JSON'])
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

export const wrongFile = (name: SettingName, errors: readonly string[]): WrongSettings =>
  new WrongSettings(errors.map((error) => `${name} is wrong: ${error.replace(/\.$/, '')}.`))
