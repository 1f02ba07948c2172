import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAgentFiles } from '../../src/platform/agent-files/index.ts'

const FILES = {
  'agent/client/svc_mcp.py': 'print("client")\n',
  'agent/client/tools.json': '{}',
  'agent/connect/connect.py': 'print("connect")\n',
  'agent/plugins/svc_memory/plugin.yaml': 'name: svc_memory\ndescription: "Recalls what ads did."\n',
  'agent/plugins/svc_memory/__init__.py': '',
  'agent/claude-code/skills/top-up/SKILL.md': '---\nname: top-up\ndescription: "Tops up."\n---\nTop up.\n',
  'skills/top-up/SKILL.md': '---\r\nname: top-up\r\ndescription: Tops up.\r\n---\r\nTop up.\r\n',
}

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atelier-agent-files-'))
  for (const [path, text] of Object.entries(FILES)) put(path, text)
})
afterEach(() => rmSync(root, { recursive: true }))

function put(path: string, text: string) {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}

const indexOf = (folder: string) =>
  JSON.parse(readAgentFiles(root).files.get(`${folder}/index.json`)?.content.toString() ?? '')

test.each(Object.keys(FILES))('without %s the service does not start and names the file', (path) => {
  rmSync(join(root, path))
  expect(() => readAgentFiles(root)).toThrow(`The agent files are incomplete: ${path} is missing.`)
})

test.each(['agent/plugins', 'skills', 'agent/claude-code/skills'])(
  'with an empty or missing %s the service does not start',
  (folder) => {
    rmSync(join(root, folder), { recursive: true })
    expect(() => readAgentFiles(root)).toThrow(`${folder} is missing`)
    mkdirSync(join(root, folder))
    expect(() => readAgentFiles(root)).toThrow(`${folder} is empty`)
  },
)

test('with a skill without a description, which hosts need, the service does not start', () => {
  put('skills/top-up/SKILL.md', '---\nname: top-up\n---\n')
  expect(() => readAgentFiles(root)).toThrow('skills/top-up/SKILL.md has no line "description: ..."')
})

test('descriptions are listed without quotes, and compiled files are not served', () => {
  put('agent/plugins/svc_memory/__pycache__/x.pyc', 'compiled')
  put('agent/plugins/svc_memory/x.pyc', 'compiled')
  cpSync(join(root, 'agent/plugins/svc_memory/__pycache__'), join(root, 'agent/plugins/__pycache__'), {
    recursive: true,
  })
  expect(indexOf('plugins')).toEqual({
    plugins: [
      { name: 'svc_memory', description: 'Recalls what ads did.', files: ['__init__.py', 'plugin.yaml'] },
    ],
  })
  expect(indexOf('skills')).toEqual({
    skills: [{ name: 'top-up', description: 'Tops up.', files: ['SKILL.md'] }],
  })
  expect([...readAgentFiles(root).files.keys()].filter((name) => name.includes('pyc'))).toEqual([])
})
