import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { groups } from './reference/write-group.ts'

/** The folder of the pages that are written by hand. */
export const DOCS = join(import.meta.dirname, '..', '..', 'docs')

/** A page of the site: its address below /docs/, its title, and the file in docs/ that it is made of. */
export type Page = { slug: string; title: string; file?: string }

export type Part = { title: string; pages: Page[] }

const page = (slug: string, title: string): Page => ({ slug, title, file: `${slug}.md` })
const reference = (audience: 'key' | 'owner'): Page[] =>
  groups
    .filter((group) => group.audience === audience)
    .map(({ slug, title }) => ({ slug: `reference/${slug}`, title }))

const OPERATE = 'Operate it'
const known: Part[] = [
  {
    title: 'Start',
    pages: [
      { slug: 'index', title: 'What it is', file: 'index.md' },
      page('quick-start', 'Quick start'),
      page('concepts', 'Concepts'),
      page('connect', 'Connect an agent'),
      page('libraries', 'Call it from code'),
    ],
  },
  {
    title: 'Guide',
    pages: [
      page('polling', 'Polling and giving up'),
      page('memory', 'The memory'),
      page('reporting-results', 'Reporting results'),
      page('restricted-keys', 'Restricted keys'),
      page('limits', 'Prices and limits'),
      page('simulator-scenarios', 'Rehearse failures'),
      page('faq', 'Questions'),
      page('comparison', 'Comparison'),
    ],
  },
  {
    title: 'Reference: with a key',
    pages: [...reference('key'), { slug: 'reference/errors', title: 'Errors' }],
  },
  { title: 'Reference: for the owner', pages: reference('owner') },
  {
    title: OPERATE,
    pages: [
      page('operating', 'Operator’s guide'),
      page('install', 'Install'),
      page('deploy', 'Deploy'),
      page('deploy-cluster', 'Kubernetes'),
      page('settings', 'Settings'),
      page('providers', 'Providers'),
      page('payments', 'Payments'),
      page('mail', 'Mail'),
      page('operations', 'When something is lost'),
      page('backup', 'Back up and restore'),
      page('monthly', 'Each month'),
      page('migrations', 'Change the schema'),
      page('database-roles', 'Database roles'),
      page('cells', 'Several databases'),
      page('commands', 'Commands'),
      page('security-model', 'Security model'),
    ],
  },
]

/** Pages of `docs/` for those who change the service; they are read in the repository. */
export const readInRepository = [
  'README.md',
  'departures.md',
  'interface-decisions.md',
  'interface.md',
  'modules.md',
]

/** A page that was added to `docs/` and not to the list above is at the end, under its own heading. */
const others: Page[] = readdirSync(DOCS)
  .filter((name) => name.endsWith('.md') && !readInRepository.includes(name))
  .filter((name) => !known.some((part) => part.pages.some(({ file }) => file === name)))
  .map((name) => {
    const slug = name.replace(/\.md$/, '')
    const [, title = slug] = /^# (.+)$/m.exec(readFileSync(join(DOCS, name), 'utf8')) ?? []
    return { slug, title, file: name }
  })

/** The first page has the address /docs itself. */
export const parts: Part[] = others.length > 0 ? [...known, { title: 'More', pages: others }] : known

export const pages: Page[] = parts.flatMap((part) => part.pages)

/** Whether an address is of a page for those who run a deployment. */
export const isForOperators = (to: string): boolean =>
  parts
    .filter(({ title }) => title === OPERATE || title === 'More')
    .some((part) => part.pages.some(({ slug }) => to.split('#', 1)[0] === addressOf(slug)))

/** The address of a page on a deployment. */
export const addressOf = (slug: string): string => (slug === 'index' ? '/docs' : `/docs/${slug}`)
