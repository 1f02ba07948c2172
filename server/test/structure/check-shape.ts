import { posix } from 'node:path'
import { countParameters } from './count-parameters.ts'
import { measureFunctions } from './measure-functions.ts'
import type { SourceFile } from './read-repository.ts'

const FILE_LINES_MAX = 300
const FUNCTION_LINES_MAX = 70
const LINE_CHARACTERS_MAX = 110
const PARAMETERS_MAX = 4

/** Without the simulator, whose drawing functions take coordinates in order. */
const FEW_PARAMETERS = /^(client|contract|dashboard|doubles|server\/(src|harness|checks|test))\//

const BANNED = /(^|[-_])(utils?|helpers?|common|misc|managers?|services?|types?|constants?)([-_.]|$)/
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.(get|post|patch|delete)(\.(outcome|security)\.test)?|\.test)?\.tsx?$/

const SNAKE = /^(__init__|[a-z0-9]+(_[a-z0-9]+)*)\.py$/

const ofKind =
  (...kinds: string[]) =>
  ({ path }: SourceFile): boolean =>
    kinds.includes(posix.extname(path))

export const checkFileLengths = (files: SourceFile[]): string[] =>
  files
    .filter(ofKind('.ts', '.tsx', '.sql', '.py'))
    .filter(({ lines }) => lines.length > FILE_LINES_MAX)
    .map(({ path, lines }) => `${path}: ${lines.length} lines; split it`)

export const checkFunctionLengths = (files: SourceFile[]): string[] =>
  files.filter(ofKind('.ts', '.tsx')).flatMap(({ path, text }) =>
    measureFunctions(text)
      .filter(({ lines }) => lines > FUNCTION_LINES_MAX)
      .map(({ line, lines }) => `${path}:${line}: a function of ${lines} lines; split it`),
  )

export const checkParameters = (files: SourceFile[]): string[] =>
  files
    .filter(ofKind('.ts', '.tsx'))
    .filter(({ path }) => FEW_PARAMETERS.test(path))
    .flatMap(({ path, text }) =>
      countParameters(text)
        .filter(({ parameters }) => parameters > PARAMETERS_MAX)
        .map(({ line, parameters }) => `${path}:${line}: ${parameters} parameters; pass an object`),
    )

/** The formatter wraps code at the same width; this finds long comments, SQL and string literals. */
export const checkLineLengths = (files: SourceFile[]): string[] =>
  files.filter(ofKind('.ts', '.tsx', '.sql')).flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => {
      const { length } = [...line]
      if (length <= LINE_CHARACTERS_MAX) return []
      return [`${path}:${index + 1}: ${length} characters; break it before ${LINE_CHARACTERS_MAX}`]
    }),
  )

export const checkNames = (files: SourceFile[]): string[] =>
  files.filter(ofKind('.ts', '.tsx', '.py')).flatMap(({ path }) => {
    const name = posix.basename(path)
    if (BANNED.test(name)) return [`${path}: this name fits any file; name it after what it does`]
    if (name.endsWith('.py'))
      return SNAKE.test(name) ? [] : [`${path}: write the names of Python files in snake_case`]
    if (!KEBAB.test(name) && !name.endsWith('.config.ts'))
      return [`${path}: write file names in kebab-case, like their main export`]
    return []
  })
