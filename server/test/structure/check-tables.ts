import { groupOf, groups, moduleOf, modules, sharesTablesOf } from './module-table.ts'
import type { SourceFile } from './read-repository.ts'
import { scanSource } from './scan-source.ts'

const CHAPTER = /^-- ([a-z-]+\/[a-z-]+)\/ -{3,}$/
const CREATED = /\bcreate (?:or replace )?(?:unlogged )?(table|function) (?:if not exists )?([a-z_]+)/g
const RENAMED = /\balter table ([a-z_]+) rename to ([a-z_]+)/g
const STATEMENT = /^\s*(?:select|insert|update|delete|with|create|alter|drop|truncate|lock|copy|merge)\b/
/** Called by SQL of every module: a table that is append-only, a change that is audited, a read of admins. */
const SHARED_FUNCTIONS = ['refuse_change', 'record_event', 'require_admin']
const NO_SQL_MODULES = ['edge/routes', 'edge/http']

type Owned = { name: string; owner: string | undefined; kind: string }
type Chapter = { module: string | undefined; sql: string; path: string; line: number }

/** A migration has chapters, each under the name of the module that owns what it creates. */
function readChapters({ path, lines }: SourceFile): Chapter[] {
  const chapters: Chapter[] = [{ module: undefined, sql: '', path, line: 1 }]
  for (const [index, line] of lines.entries()) {
    const module = CHAPTER.exec(line)?.[1]
    if (module) chapters.push({ module, sql: '', path, line: index + 1 })
    else (chapters.at(-1) as Chapter).sql += `${withoutComment(line)}\n`
  }
  return chapters
}

const withoutComment = (line: string): string => line.replace(/--.*$/, '')
const withoutTexts = (sql: string): string => sql.replace(/'(?:[^']|'')*'/g, "''")

const isMigration = ({ path }: SourceFile) => /^server\/src\/platform\/db\/migrations\/.*\.sql$/.test(path)

/** Every table and function, by its name after the last migration. */
function readOwned(chapters: Chapter[]): Owned[] {
  const renamed = new Map(
    chapters.flatMap(({ sql }) => [...sql.matchAll(RENAMED)].map(([, from = '', to = '']) => [from, to])),
  )
  return chapters.flatMap(({ module, sql }) =>
    [...sql.matchAll(CREATED)].map(([, kind = '', name = '']) => ({
      name: renamed.get(name) ?? name,
      kind,
      owner: module,
    })),
  )
}

/** Whether the SQL mentions the table anywhere, or calls the function. */
function names({ name, kind }: Owned, sql: string): boolean {
  const plain = withoutTexts(sql.split('\n').map(withoutComment).join('\n'))
  if (kind === 'function') return new RegExp(`\\b${name}\\s*\\(`).test(plain)
  if (STATEMENT.test(plain) && new RegExp(`\\b${name}\\b`).test(plain)) return true
  return new RegExp(`\\b(?:from|join|into|update|table)\\s+${name}\\b`).test(plain)
}

/** Every table and function of the database has one owner module, and only that module uses it in SQL. */
export function checkTableOwners(files: SourceFile[]): string[] {
  const chapters = files.filter(isMigration).flatMap(readChapters)
  const owned = readOwned(chapters)
  const unowned = owned
    .filter(({ owner }) => owner === undefined || !(owner in modules))
    .map(({ kind, name }) => `the ${kind} ${name} has no module: put it under a line "-- group/module/ ---"`)
  return [
    ...unowned,
    ...chapters.flatMap((chapter) => checkChapter(chapter, owned)),
    ...files.flatMap((file) => checkFile(file, owned)),
  ]
}

/**
 * Within a migration, a chapter may reference the tables of other modules but not change them. It may call
 * the functions of lower groups, as code may.
 */
function checkChapter({ module, sql, path, line }: Chapter, owned: Owned[]): string[] {
  const used = withoutTexts(sql).replace(/\breferences\s+[a-z_]+/g, '')
  return owned
    .filter(({ name }) => !SHARED_FUNCTIONS.includes(name))
    .filter(({ owner, name }) => owner !== module && new RegExp(`\\b${name}\\b`).test(used))
    .filter(({ kind, owner }) => kind !== 'function' || !isBelow(owner, module))
    .map(
      ({ name, owner }) =>
        `${path}:${line}: the chapter of ${module} uses ${name}, which belongs to ${owner}`,
    )
}

const layers = Object.keys(groups)
const layerOf = (module = '') => layers.indexOf(groupOf(module))
const isBelow = (one: string | undefined, other: string | undefined) =>
  layerOf(one) >= 0 && layerOf(one) < layerOf(other)

function checkFile({ path, text }: SourceFile, owned: Owned[]): string[] {
  const module = moduleOf(path)
  if (!path.startsWith('server/src/') || !path.endsWith('.ts') || module === undefined) return []
  const { literals } = scanSource(text)
  return literals.flatMap((literal) => {
    const line = text.slice(0, literal.at).split('\n').length
    if (NO_SQL_MODULES.includes(module) && STATEMENT.test(literal.text))
      return [`${path}:${line}: ${module} must not contain SQL: call the module that owns the table`]
    return owned
      .filter(({ owner }) => owner !== module && owner !== sharesTablesOf[module])
      .filter((one) => names(one, literal.text))
      .map(({ name, owner }) => `${path}:${line}: ${name} belongs to ${owner}: call #${owner} instead`)
  })
}
