import { posix } from 'node:path'
import { readBlocks, readLinks, readQuotes, readSpans } from './read-markdown.ts'
import type { SourceFile } from './read-repository.ts'

/** What may be cited. `simulator/ok` names a model, not a file. */
export type Known = { scripts: string[]; commands: string[]; models: string[] }

const PATH = /^[\w.@-]+(?:\/[\w.@*-]+)*\/?$/
const FILE = /\.(?:ts|md|sql|json|yaml)$/
const BARE_FILE = /^[\w-]+(?:\.[\w-]+)*\.(?:ts|md|sql)$/
/** What a cited path may be relative to: the root, the server, its sources, or the document. */
const bases = (document: string) => ['', 'server/', 'server/src/', `${posix.dirname(document)}/`]

export function checkCitedPaths(documents: SourceFile[], files: SourceFile[], { models }: Known): string[] {
  const existing = new Set(files.flatMap(({ path }) => [path, ...foldersOf(path)]))
  const names = new Set(files.map(({ path }) => posix.basename(path)))
  return documents.flatMap(({ path, text }) => {
    const exists = (cited: string) => bases(path).some((base) => existing.has(posix.normalize(base + cited)))
    const spans = readSpans(text)
      .filter((span) => PATH.test(span) && !models.includes(span))
      .map((span) => span.replace(/\/$/, '').replace(/\/[^/]*\*.*$/, ''))
      .filter((span) => isPath(span, exists))
      .filter((span) => !(exists(span) || (BARE_FILE.test(span) && names.has(span))))
    const links = readLinks(text)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !existing.has(posix.normalize(`${posix.dirname(path)}/${link}`)))
    return [...spans, ...links].map((cited) => `${path}: ${cited} does not exist: cite its current path`)
  })
}

/** Text with a slash is a path when its first part is a folder of the repository. */
const isPath = (span: string, exists: (path: string) => boolean): boolean => {
  const [first = ''] = span.split('/')
  return span.includes('/') ? exists(first) || FILE.test(span) : BARE_FILE.test(span)
}

const foldersOf = (path: string): string[] => {
  const folder = posix.dirname(path)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

const PNPM_COMMANDS = ['install', 'exec', 'add', 'audit']

/** Every `pnpm x` in a document must be a script, and every `pnpm admin y` a command. */
export function checkCitedCommands(documents: SourceFile[], { scripts, commands }: Known): string[] {
  return documents.flatMap(({ path, text }) => {
    const code = [...readSpans(text), ...readBlocks(text)].join('\n')
    const called = [...code.matchAll(/\bpnpm (?:run )?([a-z][\w:-]*)/g)].map(([, script = '']) => script)
    const asked = [...code.matchAll(/\bpnpm admin ([a-z][a-z-]*)/g)].map(([, command = '']) => command)
    return [
      ...called
        .filter((script) => !scripts.includes(script) && !PNPM_COMMANDS.includes(script))
        .map((script) => `${path}: pnpm ${script} is not a script of package.json: cite the current name`),
      ...asked
        .filter((command) => !commands.includes(command))
        .map((command) => `${path}: pnpm admin ${command} is not a command: cite the current name`),
    ]
  })
}

/** A code block under a file name quotes that file: each of its lines must still be in the file. */
export function checkQuotedCode(documents: SourceFile[], files: SourceFile[]): string[] {
  const linesOf = new Map(files.map(({ path, lines }) => [path, new Set(lines.map((line) => line.trim()))]))
  return documents.flatMap(({ path, text }) =>
    readQuotes(text).flatMap((quote) =>
      quote.text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !linesOf.get(quote.path)?.has(line))
        .map((line) => `${path}: ${quote.path} no longer contains "${line}": quote the current text`),
    ),
  )
}

/** Decisions are read years later, so all have the same three chapters in the same order. */
export function checkDecisions(documents: SourceFile[]): string[] {
  return documents
    .filter(({ path }) => path.startsWith('decisions/'))
    .flatMap(({ path, text }) => {
      const number = posix.basename(path).slice(0, 4)
      const titled = new RegExp(`^# ${number} \\S`).test(text)
      const chapters = [...text.matchAll(/^## (Context|Decision|Consequences)$/gm)].map(([, name]) => name)
      if (titled && chapters.join() === 'Context,Decision,Consequences') return []
      return [`${path}: begin with "# ${number} Title", then ## Context, ## Decision, ## Consequences`]
    })
}
