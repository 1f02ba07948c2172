import type { z } from 'zod'
import { describeSetting, type SettingName } from './describe-setting.ts'

export type Env = Record<string, string | undefined>

/** Environment variables are missing or wrong. The message lists them, one line each, for the operator. */
export class WrongSettings extends Error {
  constructor(lines: readonly string[]) {
    super(['Environment variables are missing or wrong:', ...lines.map((line) => `  ${line}`)].join('\n'))
  }
}

/** A line for each setting that a schema rejected. */
export function explainWrong({ issues }: z.ZodError, env: Env): WrongSettings {
  const names = new Set(issues.map(({ path: [name] }) => name as SettingName))
  return new WrongSettings([...names].map((name) => describeSetting(name, env[name])))
}

/** For a setting that only some processes need. */
export const missingSetting = (name: SettingName): WrongSettings =>
  new WrongSettings([describeSetting(name, undefined)])
