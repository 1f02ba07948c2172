import { z } from 'zod'
import { CLIENT_VERSION } from '../version.ts'
import { type Endpoint, json } from './endpoint.ts'

const open = {
  method: 'GET',
  auth: 'open',
  chapter: 'Agent files',
  also: { 304: 'The file has not changed since the ETag in If-None-Match' },
} as const

const python = { status: 200, description: 'The script', type: 'text/x-python' } as const
const file = z.string().meta({ description: 'A file name from the index' })

const entries = z.array(
  z.object({
    name: z.string().describe('Its name'),
    description: z.string().describe('What it is for'),
    files: z.array(z.string()).describe('The names of its files'),
  }),
)

const wheel = `svc_mcp-${CLIENT_VERSION}-py3-none-any.whl`

const DiscoveryIndex = z.object({
  $schema: z.string().describe('The schema of this index'),
  skills: z
    .array(
      z.object({
        name: z.string().describe('Its name'),
        type: z.literal('skill-md').describe('Always `skill-md`'),
        description: z.string().describe('What it is for'),
        url: z.string().meta({ description: 'Relative to the index' }),
        digest: z.string().meta({ description: '`sha256:` and the checksum of the file in hexadecimal' }),
      }),
    )
    .describe('All skills'),
})

export const agentFiles = {
  serveClient: {
    ...open,
    path: '/api/mcp/svc_mcp.py',
    summary: 'The MCP client: one Python file with 22 tools, run by uv',
    answer: python,
  },
  serveConnect: {
    ...open,
    path: '/api/mcp/connect.py',
    summary: 'The script that connects an agent host to this deployment',
    answer: python,
  },
  serveWheel: {
    ...open,
    path: '/api/mcp/wheels/{file}',
    summary: 'The MCP client as a Python package, for uvx; its version is part of the address',
    params: z.object({
      file: z.string().meta({ example: wheel }).describe('The name of the wheel, with the version'),
    }),
    answer: { status: 200, description: 'The package', type: 'application/octet-stream' },
    refusals: ['not_found'],
  },
  listPlugins: {
    ...open,
    path: '/api/mcp/plugins/index.json',
    summary: 'The plugins for an agent host, and their files',
    answer: json(200, 'The plugins', z.object({ plugins: entries.describe('All plugins') })),
  },
  servePlugin: {
    ...open,
    path: '/api/mcp/plugins/{plugin}/{file}',
    summary: 'One file of a plugin',
    params: z.object({ plugin: z.string().describe('The name of the plugin'), file }),
    answer: { status: 200, description: 'The file', type: '*/*' },
    refusals: ['not_found'],
  },
  listSkills: {
    ...open,
    path: '/.well-known/skills/index.json',
    summary: 'The skills for an agent host, and their files',
    answer: json(200, 'The skills', z.object({ skills: entries.describe('All skills') })),
  },
  listStandardSkills: {
    ...open,
    path: '/.well-known/agent-skills/index.json',
    summary: 'The skills in the format of the Agent Skills standard, with digests',
    answer: json(200, 'The skills', DiscoveryIndex),
  },
  serveStandardSkill: {
    ...open,
    path: '/.well-known/agent-skills/{skill}/{file}',
    summary: 'One file of a skill in the format of the standard',
    params: z.object({ skill: z.string().describe('The name of the skill'), file }),
    answer: { status: 200, description: 'The file', type: '*/*' },
    refusals: ['not_found'],
  },
  serveSkill: {
    ...open,
    path: '/.well-known/skills/{skill}/{file}',
    summary: 'One file of a skill',
    params: z.object({ skill: z.string().describe('The name of the skill'), file }),
    answer: { status: 200, description: 'The file', type: '*/*' },
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>
