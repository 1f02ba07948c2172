import { type Import, readImports } from './read-imports.ts'
import { readTable } from './read-markdown.ts'
import type { SourceFile } from './read-repository.ts'
import { guarded, roomOf, rooms } from './room-table.ts'

const TABLES = 'the table in server/test/tidy/room-table.ts and the one in ARCHITECTURE.md'
const DOORS = /^#[a-z-]+\/[a-z-]+$/
const FILES_MAX = 25

const isTypeScript = ({ path }: SourceFile) => path.endsWith('.ts')

/** Arrows that the table does not have, and arrows of the table that nobody uses any more. */
export function checkArrows(files: SourceFile[]): string[] {
  const used = new Map(Object.keys(rooms).map((room) => [room, new Set<string>()]))
  const complaints: string[] = []
  for (const file of files.filter(isTypeScript)) {
    const room = roomOf(file.path)
    if (room === undefined) continue
    const walls = rooms[room]
    if (!walls) {
      complaints.push(`${file.path}: the room ${room} is new: add it to ${TABLES}`)
      continue
    }
    for (const one of readImports(file)) {
      const target = one.package ?? one.room
      if (target === undefined || target === room) continue
      used.get(room)?.add(target)
      const allowed = one.package ? walls.packages : walls.rooms
      if (!allowed.includes(target)) {
        complaints.push(
          `${file.path}: ${room} may not import ${one.from}. Do it elsewhere, or add the arrow to ${TABLES}`,
        )
      }
    }
  }
  const unused = Object.entries(rooms).flatMap(([room, walls]) =>
    [...walls.rooms, ...walls.packages]
      .filter((target) => !used.get(room)?.has(target))
      .map((target) => `${room} imports ${target} no more: take the arrow out of ${TABLES}`),
  )
  return [...complaints, ...unused]
}

/** A room is entered by its door, and left by nobody climbing out of it. */
export function checkDoors(files: SourceFile[]): string[] {
  return files.filter(isTypeScript).flatMap((file) => {
    const complain = (rule: string) => (one: Import) => `${file.path}: '${one.from}': ${rule}`
    const imports = readImports(file)
    const isHouse = file.path.startsWith('server/src/')
    const climbing = imports.filter(({ from }) => isHouse && from.startsWith('../'))
    const deep = imports.filter(({ from }) => isHouse && /^\.\/.*\//.test(from))
    const forced = imports.filter(({ from }) => from.startsWith('#') && !DOORS.test(from))
    return [
      ...climbing.map(complain("import another room as '#room', never with '../'")),
      ...deep.map(complain('a room has no folders inside: make it a room of its own')),
      ...forced.map(complain('use only what the room exports from its index.ts')),
    ]
  })
}

/** Packages that only few may touch, wherever the file is: the engine's, the storage's, the database's. */
export function checkGuarded(files: SourceFile[]): string[] {
  return files.filter(isTypeScript).flatMap((file) =>
    readImports(file).flatMap(({ package: name = '', from }) => {
      const places = guarded[name]
      const mayUse = places?.some((place) => file.path.startsWith(place) || file.path.endsWith(place))
      if (!places || mayUse) return []
      return [`${file.path}: '${from}' is only for ${places.join(', ')}: ask that room for what you need`]
    }),
  )
}

export function checkRoomSizes(files: SourceFile[]): string[] {
  const inside = files.filter(({ path }) => /^server\/src\/[^/]+\/[^/]+\/[^/]+\.ts$/.test(path))
  const byRoom = Map.groupBy(inside, ({ path }) => roomOf(path) ?? '')
  return [...byRoom].flatMap(([room, held]) => {
    const complaints: string[] = []
    // The listing of routes is the interface, and the interface may be as long as it likes.
    if (held.length > FILES_MAX && room !== 'edge/routes')
      complaints.push(`${room} has ${held.length} files: it is two rooms by now`)
    if (!held.some(({ path }) => path.endsWith('/index.ts')))
      complaints.push(`server/src/${room}/ has no door: add an index.ts that exports what others may use`)
    return complaints
  })
}

/** ARCHITECTURE.md must show the very table that is checked. */
export function checkShownTable(architecture: SourceFile): string[] {
  const shown = readTable(architecture.text, 'room', 'may import', 'packages')
  const told = new Map(shown.map(([room = '', imports, packages]) => [room, line(imports, packages)]))
  const real = new Map(
    Object.entries(rooms).map(([room, walls]) => [
      room,
      line([...walls.rooms].join(', '), [...walls.packages].join(', ')),
    ]),
  )
  return [...new Set([...told.keys(), ...real.keys()])]
    .filter((room) => told.get(room) !== real.get(room))
    .map((room) => `ARCHITECTURE.md says ${room}: ${told.get(room)}; it should say ${real.get(room)}`)
}

/** A dash stands for nothing. */
const line = (imports = '', packages = ''): string => {
  const list = (cell: string) => (cell === '–' || cell === '' ? [] : cell.split(/,\s*/).sort())
  return `| ${list(imports).join(', ') || '–'} | ${list(packages).join(', ') || '–'} |`
}
