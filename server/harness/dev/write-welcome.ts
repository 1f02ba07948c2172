import type { House } from '../processes/index.ts'
import type { People } from './load-people.ts'

const PURPOSES = {
  owner: 'has plenty of credits',
  stranger: 'another user, for what must not be seen',
  admin: 'administrator',
  poor: 'has few credits',
} as const satisfies Record<keyof Omit<People, 'users'>, string>

/** What a person needs to begin, as text for a terminal. */
export function writeWelcome(
  house: House,
  people: People,
  tookMs: number,
  bold: (text: string) => string,
): string {
  const names = Object.keys(PURPOSES) as (keyof typeof PURPOSES)[]
  const rows = names.map((name) => [name, people[name].email, people[name].password, people[name].apiKey])
  const key = people.owner.apiKey
  return `
${bold('Atelier is ready')} after ${(tookMs / 1000).toFixed(1)} s at ${bold(house.baseUrl)}

${table([['who', 'email', 'password', 'key'], ...rows])}
${names.map((name) => `  ${name}: ${PURPOSES[name]}.`).join('')}${moreUsers(people)}

${bold('Ask for an image, then poll its id')}
  curl -s ${house.baseUrl}/api/gen/image -H 'x-api-key: ${key}' \\
    -H 'content-type: application/json' -d '{"prompt":"a mug on a wooden table"}'
  curl -s ${house.baseUrl}/api/gen/media/ID -H 'x-api-key: ${key}'

  interface   ${house.baseUrl}/docs
  agents      ${house.baseUrl}/api/mcp/connect.py, and agent/README.md
  engine      ${house.engine.adminUrl}/ui
  database    ${house.env.DATABASE_URL}
  logs        ${house.logDir}

Ctrl-C stops everything. The data stays for the next start; --fresh begins anew.
`
}

function moreUsers({ users }: People): string {
  const [first, last] = [users.at(0), users.at(-1)]
  if (!first || !last) return ''
  return `\n  And ${users.length} more, ${first.email} to ${last.email}: see people.json beside the logs.`
}

function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: string[]) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()
  return rows.map(line).join('\n')
}
