import { readTable } from './read-markdown.ts'
import type { SourceFile } from './read-repository.ts'
import { scanSource } from './scan-source.ts'

const READERS = [
  'server/src/platform/config/',
  'simulator/src/config.ts',
  'server/harness/',
  'server/checks/',
  'server/test/',
  'simulator/test/',
  'doubles/test/',
  'dashboard/e2e/',
]

const READING = /\bprocess\s*\.\s*env\b|\bprocess\s*\[|\bimport\.meta\.env\b/

export const checkReaders = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.endsWith('.ts') && !READERS.some((reader) => path.startsWith(reader)))
    .filter(({ text }) => READING.test(scanSource(text).code))
    .map(
      ({ path }) => `${path}: only the config module reads the environment: pass the setting as an argument`,
    )

/** `byDefault` is undefined when the default is computed from other settings. */
export type Setting = { name: string; byDefault: string | undefined }

/** The settings in the schemas of the server's config module. */
export function readServerSettings(config: string): Setting[] {
  const schemas = config.matchAll(/const \w*Environment = z\.object\(\{\n([\s\S]*?)\n\}\)/g)
  const schema = [...schemas].map(([, lines]) => lines).join('\n')
  return [...schema.matchAll(/^ {2}([A-Z0-9_]+): (.*),$/gm)].map(([, name = '', rule = '']) => ({
    name,
    byDefault: defaultOf(rule),
  }))
}

function defaultOf(rule: string): string | undefined {
  const literal = /(?:\.default|^seconds|^port)\((?:'([^']*)'|([\d_.]+))\)$/.exec(rule)
  if (literal) return literal[1] ?? literal[2]?.replaceAll('_', '')
  return /\.default\(|\.optional\(\)/.test(rule) ? undefined : 'required'
}

const SIMULATOR_SETTING =
  /(?:wholeNumber|choice)\('(\w+)', (?:'([^']*)'|(\d+))|\benv\.([A-Z_]+) \|\| '([^']*)'/g

export const readSimulatorSettings = (config: string): Setting[] =>
  [...config.matchAll(SIMULATOR_SETTING)].map(([, called, text, number, plain, usual]) => ({
    name: called ?? plain ?? '',
    byDefault: text ?? number ?? usual,
  }))

/** The table with the column `variable` must list exactly the settings, with the default in `column`. */
export function checkSettings(document: SourceFile, column: string, settings: Setting[]): string[] {
  const rows = readTable(document.text, 'variable', column)
  const documented = new Map(rows.map(([name = '', value]) => [name, value]))
  const real = new Map(settings.map(({ name, byDefault }) => [name, byDefault]))
  return [
    ...[...real.keys()]
      .filter((name) => !documented.has(name))
      .map((name) => `${name} is missing: add a line`),
    ...[...documented.keys()]
      .filter((name) => !real.has(name))
      .map((name) => `${name} is not a setting: remove the line`),
    ...[...real]
      .filter(
        ([name, byDefault]) =>
          documented.has(name) && byDefault !== undefined && documented.get(name) !== byDefault,
      )
      .map(([name, byDefault]) => `${name}: the default is ${byDefault}, not ${documented.get(name)}`),
  ].map((complaint) => `${document.path}, settings: ${complaint}`)
}
