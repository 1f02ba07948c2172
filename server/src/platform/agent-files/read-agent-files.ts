import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENT_VERSION } from '@atelier/contract'
import { type AgentFile, contentTypeOf, newAgentFile, sha256Of } from './agent-file.ts'
import { buildWheel, wheelName } from './build-wheel.ts'

/** The files that agent hosts download, by the name in the URL. No other file on disk can be requested. */
export type AgentFiles = {
  clientSha256: string
  files: ReadonlyMap<string, AgentFile>
  /** The table of the tools, which `/mcp` offers. It is not served as a file. */
  tools: unknown
}

/** A folder of folders; a host installs one of them in full. `manifest` is the file that describes it. */
type Collection = {
  folder: string
  manifest: string
  required: readonly string[]
  headers?: Record<string, string>
}

const CLIENT = 'agent/client/svc_mcp.py'
const TOOLS = 'agent/client/tools.json'
const CONNECT = 'agent/connect/connect.py'
const WHEEL = wheelName(CLIENT_VERSION)
const SKILL = { manifest: 'SKILL.md', required: ['SKILL.md'] } as const
/** Pages of other sites read skills, too. */
const ANY_SITE = { 'access-control-allow-origin': '*' }
const COLLECTIONS: Record<string, Collection> = {
  plugins: { folder: 'agent/plugins', manifest: 'plugin.yaml', required: ['plugin.yaml', '__init__.py'] },
  skills: { folder: 'skills', ...SKILL, headers: ANY_SITE },
  // The same skills with the front matter of the standard, as the plugin for Claude Code has them.
  'agent-skills': { folder: 'agent/claude-code/skills', ...SKILL, headers: ANY_SITE },
}
const DISCOVERY_SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

const REPOSITORY = join(import.meta.dirname, '..', '..', '..', '..')

/** Reads every file at once, so that a deployment that lacks one fails at start and not later. */
export function readAgentFiles(root: string = REPOSITORY): AgentFiles {
  const client = readText(root, CLIENT)
  const files = new Map([
    ['svc_mcp.py', newAgentFile(CLIENT, client, { 'x-client-version': CLIENT_VERSION })],
    ['connect.py', newAgentFile(CONNECT, readText(root, CONNECT))],
    [`wheels/${WHEEL}`, newAgentFile(WHEEL, buildWheel(client, CLIENT_VERSION))],
  ])
  for (const [collection, { folder, manifest, required, headers }] of Object.entries(COLLECTIONS)) {
    const index = listFolders(root, folder).map((name) => {
      const path = `${folder}/${name}`
      const fileNames = listFiles(root, path)
      for (const file of new Set([...required, ...fileNames]))
        files.set(
          `${collection}/${name}/${file}`,
          newAgentFile(file, readText(root, `${path}/${file}`), headers),
        )
      return { name, description: readDescription(root, `${path}/${manifest}`), files: fileNames }
    })
    if (index.length === 0) throw incompleteFiles(`${folder} is empty`)
    const listed = collection === 'agent-skills' ? describeSkills(files, index) : { [collection]: index }
    files.set(`${collection}/index.json`, newAgentFile('index.json', JSON.stringify(listed), headers))
  }
  return { clientSha256: sha256Of(client), files, tools: JSON.parse(readText(root, TOOLS)) }
}

type Entry = { name: string; description: string; files: string[] }

/** The index of the draft "Agent Skills Discovery" 0.2.0. The addresses are relative to the index. */
const describeSkills = (files: Map<string, AgentFile>, index: Entry[]) => ({
  $schema: DISCOVERY_SCHEMA,
  skills: index.map(({ name, description, files: names }) => {
    // A skill of several files would have to be an archive.
    if (names.join() !== 'SKILL.md') throw incompleteFiles(`the skill ${name} has more than one file`)
    const { content = '' } = files.get(`agent-skills/${name}/SKILL.md`) ?? {}
    const digest = `sha256:${sha256Of(content)}`
    return { name, type: 'skill-md', description, url: `${name}/SKILL.md`, digest }
  }),
})

const incompleteFiles = (why: string): Error =>
  new Error(`The agent files are incomplete: ${why}. Deploy agent/ and skills/ next to server/.`)

function readText(root: string, path: string): string {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    throw incompleteFiles(`${path} is missing`)
  }
}

function listEntries(root: string, path: string): string[] {
  try {
    return readdirSync(join(root, path)).toSorted()
  } catch {
    throw incompleteFiles(`${path} is missing`)
  }
}

const isFolder = (path: string): boolean => statSync(path).isDirectory()

/** A name that starts with a dot or an underscore belongs to a tool, such as a cache. */
const listFolders = (root: string, path: string): string[] =>
  listEntries(root, path).filter((name) => /^[a-z]/.test(name) && isFolder(join(root, path, name)))

const listFiles = (root: string, path: string): string[] =>
  listEntries(root, path).filter((name) => contentTypeOf(name) && !isFolder(join(root, path, name)))

/** The line `description: ...` in the front matter of a skill or in the manifest of a plugin. */
function readDescription(root: string, path: string): string {
  const [, description] = /^description:[ \t]*(\S.*?)\s*$/m.exec(readText(root, path)) ?? []
  if (!description) throw incompleteFiles(`${path} has no line "description: ..."`)
  return description.replace(/^(["'])(.*)\1$/, '$2')
}
