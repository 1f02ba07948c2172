import { parseArgs } from 'node:util'

type Flag = { kind: 'flag'; help: string }
type NumberOption = {
  kind: 'number'
  help: string
  default: number | undefined
  /** The default when the command is called with its flag `small`. */
  small?: number
  least?: number
  most?: number
  /** Whole numbers alone, unless this is set. */
  hasDecimals?: boolean
}
type TextOption = { kind: 'text'; help: string; default: string | undefined; small?: string }

/** By name, as it is written after `--`. */
export type Options = Record<string, Flag | NumberOption | TextOption>

export type Command<Given extends Options> = {
  /** As it is typed, such as `pnpm chaos`. */
  name: string
  options: Given
  /** What the words without `--` are, if there may be any. */
  positionals?: string
  /** Printed after the options. */
  notes?: string
}

type Value<One> = One extends Flag
  ? boolean
  : One extends { default: undefined; kind: 'number' }
    ? number | undefined
    : One extends { kind: 'number' }
      ? number
      : One extends { default: undefined }
        ? string | undefined
        : string
export type Values<Given extends Options> = { [Name in keyof Given]: Value<Given[Name]> }

export const flag = (help: string) => ({ kind: 'flag', help }) as const

/** Without a default the value may be undefined. */
export const number = <Default extends number | undefined>(
  byDefault: Default,
  help: string,
  limits: Pick<NumberOption, 'small' | 'least' | 'most' | 'hasDecimals'> = {},
) => ({ kind: 'number', help, default: byDefault, ...limits }) as const

export const text = <Default extends string | undefined>(byDefault: Default, help: string, small?: string) =>
  ({ kind: 'text', help, default: byDefault, ...(small !== undefined && { small }) }) as const

/** The arguments are wrong; the message names the option. */
export class UsageError extends Error {}

export type Arguments<Given extends Options> = {
  help: boolean
  values: Values<Given>
  positionals: string[]
}

/** Throws a UsageError for an unknown option, a number out of its range or an unexpected word. */
export function readArguments<Given extends Options>(
  { options, positionals }: Command<Given>,
  argv: string[],
): Arguments<Given> {
  const parsed = parse(
    argv.filter((argument) => argument !== '--'),
    options,
    positionals !== undefined,
  )
  const isSmall = parsed.values.small === true
  const values = Object.entries(options).map(([name, option]) => {
    const given = parsed.values[name]
    if (option.kind === 'flag') return [name, given === true]
    const byDefault = isSmall ? (option.small ?? option.default) : option.default
    if (given === undefined) return [name, byDefault]
    return [name, option.kind === 'number' ? toNumber(name, String(given), option) : given]
  })
  return {
    help: parsed.values.help === true,
    values: Object.fromEntries(values) as Values<Given>,
    positionals: parsed.positionals,
  }
}

type Parsed = { values: Record<string, unknown>; positionals: string[] }

function parse(args: string[], options: Options, allowPositionals: boolean): Parsed {
  const declared = Object.entries(options).map(
    ([name, { kind }]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' }] as const,
  )
  try {
    return parseArgs({
      args,
      options: { help: { type: 'boolean', short: 'h' }, ...Object.fromEntries(declared) },
      allowPositionals,
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function toNumber(name: string, written: string, option: NumberOption): number {
  const { least = 0, most = 2 ** 31, hasDecimals = false } = option
  const value = Number(written)
  const isNumber = hasDecimals ? Number.isFinite(value) : Number.isInteger(value)
  if (written.trim() === '' || !isNumber || value < least || value > most) {
    const kind = hasDecimals ? 'number' : 'whole number'
    throw new UsageError(`--${name} must be a ${kind} from ${least} to ${most}, not '${written}'`)
  }
  return value
}

/** The text of `--help`. */
export function describeUsage({ name, options, positionals, notes }: Command<Options>): string {
  const rows = Object.entries(options).map(([option, one]) => {
    const sample = { flag: '', number: ' N', text: ' TEXT' }[one.kind]
    return [`  --${option}${sample}`, `${one.help}${describeDefault(one)}`] as const
  })
  const width = Math.max(...rows.map(([left]) => left.length), 0)
  const usage = `${name} [options]${positionals ? ` [${positionals}]` : ''}`
  const lines = rows.map(([left, help]) => `${left.padEnd(width)}  ${help}`)
  return [usage, '', ...lines, ...(notes ? ['', notes] : [])].join('\n')
}

function describeDefault(option: Options[string]): string {
  if (option.kind === 'flag' || option.default === undefined) return ''
  const small = option.small === undefined ? '' : `; with --small ${option.small}`
  return ` (default ${option.default}${small})`
}
