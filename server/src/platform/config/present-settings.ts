import { settings } from './settings.ts'

type Env = Record<string, string | undefined>

const SECRET = /(?:^|_)(?:KEYS?|SECRET|SECRET_ACCESS_KEY|URL)$/
const PUBLIC = ['ENGINE_PUBLIC_KEY', 'LEDGER_PUBLIC_KEYS']

/** The names of the settings that have a value. */
export const presentSettings = (env: Env = process.env): string[] =>
  Object.keys(settings).filter((name) => env[name])

/** Texts that must never be shown: the values of secret settings, and the passwords in addresses. */
export function secretTexts(env: Env = process.env): string[] {
  return Object.keys(env).flatMap((name) => {
    const value = env[name] ?? ''
    if (value === '' || !(name in settings) || PUBLIC.includes(name) || !SECRET.test(name)) return []
    if (!name.endsWith('_URL')) return value.split(/[\s,]+/).filter(Boolean)
    const [, password = ''] = /^\w+:\/\/[^@/:]*:([^@/]*)@/.exec(value) ?? []
    return [password, safeDecode(password)].filter(Boolean)
  })
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
