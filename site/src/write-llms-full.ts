import { pages } from './pages.ts'
import { readPage } from './read-page.ts'
import { type Audience, groups, writeGroup } from './reference/write-group.ts'

/** What an agent reads to work with the service; the pages for operators are left out. */
const FOR_AGENTS = [
  'quick-start',
  'concepts',
  'connect',
  'libraries',
  'polling',
  'memory',
  'reporting-results',
  'limits',
  'simulator-scenarios',
]

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/ \{#[\w-]+\}$/gm, '')
    .replaceAll(/^!\[[^\]]*\]\([^)]*\)$/gm, '')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/<\/?(?:details|summary|div)[^>]*>/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

function readPlain(slug: string): string {
  const page = pages.find((one) => one.slug === slug)
  if (!page) throw new Error(`${slug} is not a page of the site.`)
  return plain(readPage(page))
}

const referencesOf = (audience: Audience): string[] =>
  groups.map((group) => plain(writeGroup(group, audience))).filter((text) => text !== '')

/** The documents as one text for a model: what a key may call, and after it what only the owner may. */
export const writeLlmsFull = (): string =>
  `${[
    '# Atelier: all documents for agents',
    'Shorter: /llms.txt. For programs: /openapi.json. Part 1 is what a key may call. Part 2 is what only ' +
      'the owner or the operator may call, with a session of the dashboard: a key is refused there with 401.',
    '# Part 1: with a key',
    ...FOR_AGENTS.map(readPlain),
    ...referencesOf('key'),
    readPlain('reference/errors'),
    PART_2,
    ...referencesOf('owner'),
  ].join('\n\n')}\n`

const PART_2 = '# Part 2: only the owner and the operator'
