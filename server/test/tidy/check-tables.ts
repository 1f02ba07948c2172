import type { SourceFile } from './read-repository.ts'
import { roomOf, rooms } from './room-table.ts'
import { scanSource } from './scan-source.ts'

const CHAPTER = /^-- ([a-z-]+\/[a-z-]+)\/ -{3,}$/
const CREATED = /\bcreate (?:or replace )?(?:unlogged )?(table|function) (?:if not exists )?([a-z_]+)/g
const STATEMENT = /^\s*(?:select|insert|update|delete|with|create|alter|drop|truncate|lock|copy|merge)\b/
const NO_SQL_ROOMS = ['edge/routes', 'edge/http']

type Owned = { name: string; owner: string | undefined; kind: string }
type Chapter = { room: string | undefined; sql: string; path: string; line: number }

/** A migration is written in chapters, each under the name of the room that owns what is made there. */
function readChapters({ path, lines }: SourceFile): Chapter[] {
  const chapters: Chapter[] = [{ room: undefined, sql: '', path, line: 1 }]
  for (const [index, line] of lines.entries()) {
    const room = CHAPTER.exec(line)?.[1]
    if (room) chapters.push({ room, sql: '', path, line: index + 1 })
    else (chapters.at(-1) as Chapter).sql += `${withoutComment(line)}\n`
  }
  return chapters
}

const withoutComment = (line: string): string => line.replace(/--.*$/, '')
const withoutTexts = (sql: string): string => sql.replace(/'(?:[^']|'')*'/g, "''")

const isMigration = ({ path }: SourceFile) => /^server\/src\/platform\/db\/migrations\/.*\.sql$/.test(path)

function readOwned(chapters: Chapter[]): Owned[] {
  return chapters.flatMap(({ room, sql }) =>
    [...sql.matchAll(CREATED)].map(([, kind = '', name = '']) => ({ name, kind, owner: room })),
  )
}

/** A table is named by any word of a statement, a function by its call. */
function names({ name, kind }: Owned, sql: string): boolean {
  const plain = withoutTexts(sql.split('\n').map(withoutComment).join('\n'))
  if (kind === 'function') return new RegExp(`\\b${name}\\s*\\(`).test(plain)
  if (STATEMENT.test(plain) && new RegExp(`\\b${name}\\b`).test(plain)) return true
  return new RegExp(`\\b(?:from|join|into|update|table)\\s+${name}\\b`).test(plain)
}

/** Each table and each function of the database has one room, and only that room names it in SQL. */
export function checkTableOwners(files: SourceFile[]): string[] {
  const chapters = files.filter(isMigration).flatMap(readChapters)
  const owned = readOwned(chapters)
  const homeless = owned
    .filter(({ owner }) => owner === undefined || !(owner in rooms))
    .map(({ kind, name }) => `the ${kind} ${name} has no room: put it under a line "-- room/ ---"`)
  return [
    ...homeless,
    ...chapters.flatMap((chapter) => checkChapter(chapter, owned)),
    ...files.flatMap((file) => checkFile(file, owned)),
  ]
}

/** Inside a migration a chapter may point at the tables of others, and do nothing else with them. */
function checkChapter({ room, sql, path, line }: Chapter, owned: Owned[]): string[] {
  const used = withoutTexts(sql).replace(/\breferences\s+[a-z_]+/g, '')
  return owned
    .filter(({ owner, name }) => owner !== room && new RegExp(`\\b${name}\\b`).test(used))
    .map(({ name, owner }) => `${path}:${line}: the chapter of ${room} uses ${name}, which is ${owner}'s`)
}

function checkFile({ path, text }: SourceFile, owned: Owned[]): string[] {
  const room = roomOf(path)
  if (!path.startsWith('server/src/') || !path.endsWith('.ts') || room === undefined) return []
  const { literals } = scanSource(text)
  return literals.flatMap((literal) => {
    const line = text.slice(0, literal.at).split('\n').length
    if (NO_SQL_ROOMS.includes(room) && STATEMENT.test(literal.text))
      return [`${path}:${line}: ${room} holds no SQL: ask a business room, or db, for it`]
    return owned
      .filter((one) => one.owner !== room && names(one, literal.text))
      .map(({ name, owner }) => `${path}:${line}: ${name} is ${owner}'s: ask #${owner} for what you need`)
  })
}
