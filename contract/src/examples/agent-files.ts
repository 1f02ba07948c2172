import type { agentFiles } from '../endpoints/agent-files.ts'
import { CLIENT_VERSION } from '../version.ts'
import type { ExamplesOf } from './example.ts'

export const agentFilesExamples = {
  serveClient: {},
  serveConnect: {},
  listPlugins: {
    answer: {
      plugins: [
        {
          name: 'svc_memory',
          description: 'What past ads did, recalled before each turn.',
          files: ['__init__.py', 'plugin.yaml'],
        },
      ],
    },
  },
  servePlugin: { params: { plugin: 'svc_memory', file: 'plugin.yaml' } },
  listSkills: {
    answer: {
      skills: [
        {
          name: 'top-up-creatives',
          description: 'Make creatives for an ad set with fatigued ads.',
          files: ['SKILL.md'],
        },
      ],
    },
  },
  serveWheel: { params: { file: `svc_mcp-${CLIENT_VERSION}-py3-none-any.whl` } },
  listStandardSkills: {
    answer: {
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: [
        {
          name: 'top-up-creatives',
          type: 'skill-md',
          description:
            'Make creatives for an ad set with fatigued ads. Use when ads were paused or rejected.',
          url: 'top-up-creatives/SKILL.md',
          digest: `sha256:${'0f'.repeat(32)}`,
        },
      ],
    },
  },
  serveStandardSkill: { params: { skill: 'top-up-creatives', file: 'SKILL.md' } },
  serveSkill: { params: { skill: 'top-up-creatives', file: 'SKILL.md' } },
} satisfies ExamplesOf<typeof agentFiles>
