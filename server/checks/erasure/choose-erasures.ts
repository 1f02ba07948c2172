import type { Random } from '../../harness/random/index.ts'
import type { ProbeUser } from './create-users.ts'
import type { Stored, StoredFile } from './read-stored.ts'

/** One erasure, and every file that has to go with it. */
export type ChosenErasure = { kind: string; subjectId: string; user: ProbeUser; files: StoredFile[] }

/** One in a hundred is an account; a tenth are products, uploads and photos each; the rest are media. */
export function chooseErasures(
  random: Random,
  { files }: Stored,
  users: ProbeUser[],
  count: number,
): ChosenErasure[] {
  const byId = Map.groupBy(files, ({ id }) => id)
  const accounts = random.shuffle(users).slice(0, Math.max(1, Math.floor(count / 100)))
  const isLeaving = new Set(accounts.map(({ id }) => id))
  const staying = [...byId.entries()].filter(([, [file]]) => !isLeaving.has(file?.userId ?? ''))
  const ofKind = (prefix: string) =>
    random.shuffle(staying.flatMap(([id]) => (id.startsWith(prefix) ? [id] : [])))
  const products = random.shuffle([
    ...new Set(staying.flatMap(([, [file]]) => (file?.parentId?.startsWith('prd_') ? [file.parentId] : []))),
  ])
  const tenth = Math.ceil(count / 10)
  const subjects = [
    ...products.slice(0, tenth),
    ...ofKind('ast_').slice(0, tenth),
    ...ofKind('pho_').slice(0, tenth),
  ]
  const media = ofKind('med_').slice(0, Math.max(0, count - accounts.length - subjects.length))
  const userOf = new Map(users.map((user) => [user.id, user]))
  const things = random.shuffle([...subjects, ...media]).map((subjectId) => {
    const gone = filesOf(subjectId, files)
    const user = userOf.get(gone[0]?.userId ?? '') as ProbeUser
    return { kind: kindOf(subjectId), subjectId, user, files: gone }
  })
  const leaving = accounts.map((user) => ({
    kind: 'account',
    subjectId: user.id,
    user,
    files: files.filter(({ userId }) => userId === user.id),
  }))
  return [...things, ...leaving]
}

/** The rules once more, apart from the service: siblings go with their job, copies with their original. */
function filesOf(subjectId: string, files: StoredFile[]): StoredFile[] {
  const own = files.filter(({ id, parentId }) => id === subjectId || parentId === subjectId)
  const ids = new Set(own.map(({ id }) => id))
  const copies = files.filter(({ id, sourceId }) => sourceId !== null && ids.has(sourceId) && !ids.has(id))
  return [...own, ...copies]
}

const kinds: Record<string, string> = { prd: 'product', ast: 'upload', pho: 'photo', med: 'media' }
const kindOf = (id: string): string => kinds[id.slice(0, 3)] ?? 'unknown'
