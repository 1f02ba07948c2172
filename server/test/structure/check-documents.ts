import { posix } from 'node:path'
import { readBlocks, readLinks, readQuotes, readSpans } from './read-markdown.ts'
import type { SourceFile } from './read-repository.ts'

/** `simulator/ok` and its like name models, not files. */
export type Known = { scripts: string[]; commands: string[]; models: string[] }

const PATH = /^[\w.@-]+(?:\/[\w.@*-]+)*\/?$/
const FILE = /\.(?:ts|md|sql|json|yaml)$/
const BARE_FILE = /^[\w-]+(?:\.[\w-]+)*\.(?:ts|md|sql)$/
/** Where a short path may begin: at the root, in the server, in its house, or beside the document. */
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
    return [...spans, ...links].map((cited) => `${path}: ${cited} does not exist: say where it is now`)
  })
}

/** A word with a slash is a path when its first part is a folder of ours. */
const isPath = (span: string, exists: (path: string) => boolean): boolean => {
  const [first = ''] = span.split('/')
  return span.includes('/') ? exists(first) || FILE.test(span) : BARE_FILE.test(span)
}

const foldersOf = (path: string): string[] => {
  const folder = posix.dirname(path)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

const OWN_WORDS = ['install', 'exec', 'add']

/** Every `pnpm x` that a document tells somebody to type is a script, and every `pnpm admin y` a command. */
export function checkCitedCommands(documents: SourceFile[], { scripts, commands }: Known): string[] {
  return documents.flatMap(({ path, text }) => {
    const code = [...readSpans(text), ...readBlocks(text)].join('\n')
    const called = [...code.matchAll(/\bpnpm (?:run )?([a-z][\w:-]*)/g)].map(([, script = '']) => script)
    const asked = [...code.matchAll(/\bpnpm admin ([a-z][a-z-]*)/g)].map(([, command = '']) => command)
    return [
      ...called
        .filter((script) => !scripts.includes(script) && !OWN_WORDS.includes(script))
        .map((script) => `${path}: pnpm ${script} is no script of package.json`),
      ...asked
        .filter((command) => !commands.includes(command))
        .map((command) => `${path}: pnpm admin ${command} is no command`),
    ]
  })
}

/** A block under the name of a file quotes it: every line of it must still stand there, word by word. */
export function checkQuotedCode(documents: SourceFile[], files: SourceFile[]): string[] {
  const linesOf = new Map(files.map(({ path, lines }) => [path, new Set(lines.map((line) => line.trim()))]))
  return documents.flatMap(({ path, text }) =>
    readQuotes(text).flatMap((quote) =>
      quote.text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !linesOf.get(quote.path)?.has(line))
        .map((line) => `${path}: ${quote.path} no longer says "${line}": quote it as it is now`),
    ),
  )
}

/** A decision is read years later by somebody in a hurry: the same three chapters, in the same order. */
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
