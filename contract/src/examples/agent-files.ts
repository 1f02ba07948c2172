import type { agentFiles } from '../endpoints/agent-files.ts'
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
  serveSkill: { params: { skill: 'top-up-creatives', file: 'SKILL.md' } },
} satisfies ExamplesOf<typeof agentFiles>
