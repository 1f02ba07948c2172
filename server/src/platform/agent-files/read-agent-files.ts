import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENT_VERSION } from '@atelier/contract'
import { type AgentFile, contentTypeOf, newAgentFile, sha256Of } from './agent-file.ts'

/** What an agent installs, by the name that it is asked for. Nothing else of the disk can be named. */
export type AgentFiles = { clientSha256: string; files: ReadonlyMap<string, AgentFile> }

/** A folder of folders, each of which a host takes as a whole; `told` is the file that describes it. */
type Shelf = { folder: string; told: string; needs: string[] }

const CLIENT = 'agent/client/svc_mcp.py'
const CONNECT = 'agent/connect/connect.py'
const SHELVES = {
  plugins: { folder: 'agent/plugins', told: 'plugin.yaml', needs: ['plugin.yaml', '__init__.py'] },
  skills: { folder: 'skills', told: 'SKILL.md', needs: ['SKILL.md'] },
} as const satisfies Record<string, Shelf>

const REPOSITORY = join(import.meta.dirname, '..', '..', '..', '..')

/** Reads everything at once, so that a deployment without a file does not start instead of failing later. */
export function readAgentFiles(root: string = REPOSITORY): AgentFiles {
  const client = readText(root, CLIENT)
  const files = new Map([
    ['svc_mcp.py', newAgentFile(CLIENT, client, { 'x-client-version': CLIENT_VERSION })],
    ['connect.py', newAgentFile(CONNECT, readText(root, CONNECT))],
  ])
  for (const [shelf, { folder, told, needs }] of Object.entries(SHELVES)) {
    const index = foldersIn(root, folder).map((name) => {
      const place = `${folder}/${name}`
      const held = filesIn(root, place)
      for (const file of new Set([...needs, ...held]))
        files.set(`${shelf}/${name}/${file}`, newAgentFile(file, readText(root, `${place}/${file}`)))
      return { name, description: descriptionIn(root, `${place}/${told}`), files: held }
    })
    if (index.length === 0) throw incomplete(`${folder} is empty`)
    files.set(`${shelf}/index.json`, newAgentFile('index.json', JSON.stringify({ [shelf]: index })))
  }
  return { clientSha256: sha256Of(client), files }
}

const incomplete = (why: string): Error =>
  new Error(`The kit for agents is not whole: ${why}. Deploy agent/ and skills/ beside server/.`)

function readText(root: string, path: string): string {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    throw incomplete(`${path} is missing`)
  }
}

function namesIn(root: string, path: string): string[] {
  try {
    return readdirSync(join(root, path)).toSorted()
  } catch {
    throw incomplete(`${path} is missing`)
  }
}

const isFolder = (path: string): boolean => statSync(path).isDirectory()

/** Whatever begins with a dot or an underscore is a tool's own, such as a cache. */
const foldersIn = (root: string, path: string): string[] =>
  namesIn(root, path).filter((name) => /^[a-z]/.test(name) && isFolder(join(root, path, name)))

const filesIn = (root: string, path: string): string[] =>
  namesIn(root, path).filter((name) => contentTypeOf(name) && !isFolder(join(root, path, name)))

/** The one line of YAML that both a skill's front matter and a plugin's manifest have. */
function descriptionIn(root: string, path: string): string {
  const [, given] = /^description:[ \t]*(\S.*?)\s*$/m.exec(readText(root, path)) ?? []
  if (!given) throw incomplete(`${path} has no line "description: ..."`)
  return given.replace(/^(["'])(.*)\1$/, '$2')
}
