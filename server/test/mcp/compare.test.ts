import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { drawPng, formOf } from '../routes/make-album.ts'
import { ROOT } from '../structure/read-repository.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { callTool, legacyMessage, modernMessage, readText, sendMcp } from './mcp-client.ts'
import { type Seen, steps } from './steps.ts'

const system = useSharedSystem()

type Json = Record<string, unknown>

/** The file in one process. It never waits for the next poll: that is the one difference. */
const PROGRAM = `import json, os, sys, svc_mcp
svc_mcp.POLL_CLOCK.wait_until_due = lambda media_ids: None
for line in sys.stdin:
    call = json.loads(line)
    os.environ.update(call["env"])
    listed = [svc_mcp.describe_tool(tool) for tool in svc_mcp.listed_tools()]
    text = svc_mcp.write_result(svc_mcp.run_tool(call["tool"], call["arguments"])) if "tool" in call else ""
    print(json.dumps({"listed": listed, "text": text}), flush=True)`

const python = spawn('python3', ['-c', PROGRAM], {
  env: { ...process.env, PYTHONPATH: join(ROOT, 'agent/client'), PYTHONDONTWRITEBYTECODE: '1' },
  stdio: ['pipe', 'pipe', 'inherit'],
})
afterAll(() => void python.kill())
const answers = createInterface({ input: python.stdout })[Symbol.asyncIterator]()

async function askPython(call: Json): Promise<{ listed: Json[]; text: string }> {
  python.stdin.write(`${JSON.stringify(call)}\n`)
  return JSON.parse((await answers.next()).value ?? '')
}

const callPython = async (key: string, tool: string, args: Json): Promise<Json> => {
  const env = { SVC_API_KEY: key, SVC_BASE_URL: system().baseUrl, SVC_EXTRA_TOOLS: '1' }
  return readText((await askPython({ env, tool, arguments: args })).text)
}

const { listed } = await askPython({ env: { SVC_EXTRA_TOOLS: '1' } })

test('names, titles, descriptions, schemas and annotations are those of the file, in both eras', async () => {
  const { apiKey } = await system().createUser()
  for (const message of [modernMessage('tools/list'), legacyMessage('tools/list')]) {
    const { body } = await sendMcp(system(), apiKey, message, '/mcp?tools=all')
    expect(body.result.tools).toEqual(listed)
  }
})

const HINTS = ['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint']

test('every tool has a title and all four hints, and no call that charges is marked idempotent', async () => {
  const { apiKey } = await system().createUser()
  const { body } = await sendMcp(system(), apiKey, modernMessage('tools/list'), '/mcp?tools=all')
  const tools = body.result.tools as Listed[]
  expect(tools.filter(({ title }) => !title)).toEqual([])
  for (const { name, annotations } of tools) {
    expect([name, Object.keys(annotations).sort()]).toEqual([name, HINTS])
    expect(Object.values(annotations).every((value) => typeof value === 'boolean')).toBe(true)
  }
  const charging = tools.filter(({ name }) => name.startsWith('generate_'))
  expect(charging).toHaveLength(2)
  for (const { annotations, inputSchema } of charging)
    expect(annotations.idempotentHint).toBe(inputSchema.required.includes('client_ref'))
})

type Listed = {
  name: string
  title?: string
  annotations: Record<string, boolean>
  inputSchema: { required: string[] }
}

test('every tool is called by a step of the comparison', () => {
  const called = new Set(steps('').map(({ tool }) => tool))
  expect(listed.map(({ name }) => name as string).filter((name) => !called.has(name))).toEqual([])
})

const folder = await mkdtemp(join(tmpdir(), 'compare-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What differs between two users who did the same: ids, times, cursors, tokens and addresses. */
const withoutNames = (result: Json): Json =>
  JSON.parse(
    JSON.stringify(result)
      .replaceAll(/\b([a-z]{3})_[0-9A-Za-z]{22}\b/g, '$1_#')
      .replaceAll(/\bagt_[0-9a-f]{16}\b/g, 'agt_#')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/"nextCursor":"[^"]+"/g, '"nextCursor":"#"')
      .replaceAll(/"(sha256|md5|sizeBytes|score)":("[0-9a-f]+"|[\d.]+)/g, '"$1":"#"'),
  )

/** A local path on one side; on the other the address is asked for first, then the upload is named. */
async function callRemote(user: TestUser, name: string, args: Json): Promise<Json> {
  const result = await callTool(system(), user.apiKey, name, args)
  if (result.code !== 'upload_needed') return result
  const { status } = await system().call('POST', result.uploadUrl, { form: formOf({}, drawPng(64, 48)) })
  expect(status).toBe(201)
  return callTool(system(), user.apiKey, name, { ...args, file_path: result.uploadId })
}

test('every tool gives the same result as the file, call by call', { timeout: 240_000 }, async () => {
  const picture = join(folder, 'picture.png')
  await writeFile(picture, drawPng(64, 48))
  const [local, remote] = [await system().createUser(), await system().createUser()]
  const seen: { local: Seen; remote: Seen } = { local: {}, remote: {} }
  const differences: unknown[] = []
  for (const step of steps(picture)) {
    const [here, there] = [step.args(seen.local), step.args(seen.remote)]
    const [one, other] = await Promise.all([
      step.ofOneUser
        ? callPython(remote.apiKey, step.tool, there)
        : callPython(local.apiKey, step.tool, here),
      callRemote(remote, step.tool, there),
    ])
    const [mine, theirs] = [withoutNames(other), withoutNames(one)]
    if (!isDeepStrictEqual(mine, theirs) || other.ok !== step.ok)
      differences.push({ tool: step.tool, args: there, ok: step.ok, mine, theirs })
    if (step.keep) {
      seen.local[step.keep] = one
      seen.remote[step.keep] = other
    }
    if (step.finished) {
      await system().finished(local, (one as { id: string }).id)
      await system().finished(remote, (other as { id: string }).id)
    }
  }
  expect(differences).toEqual([])
})
