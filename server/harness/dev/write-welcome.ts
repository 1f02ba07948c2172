import type { System } from '../processes/index.ts'
import type { SeededUsers } from './ensure-users.ts'

const PURPOSES = {
  owner: 'has many credits',
  stranger: 'another user, to test what must stay private',
  admin: 'administrator',
  poor: 'has few credits',
} as const satisfies Record<keyof Omit<SeededUsers, 'users'>, string>

/** What a developer needs to start, as text for a terminal. */
export function writeWelcome(
  system: System,
  seeded: SeededUsers,
  tookMs: number,
  bold: (text: string) => string,
): string {
  const names = Object.keys(PURPOSES) as (keyof typeof PURPOSES)[]
  const rows = names.map((name) => [name, seeded[name].email, seeded[name].password, seeded[name].apiKey])
  const key = seeded.owner.apiKey
  return `
${bold('Atelier is ready')} after ${(tookMs / 1000).toFixed(1)} s at ${bold(system.baseUrl)}

${table([['who', 'email', 'password', 'key'], ...rows])}
${names.map((name) => `  ${name}: ${PURPOSES[name]}.`).join('')}${moreUsers(seeded)}

${bold('Submit an image, then poll its id')}
  curl -s ${system.baseUrl}/api/gen/image -H 'x-api-key: ${key}' \\
    -H 'content-type: application/json' -d '{"prompt":"a mug on a wooden table"}'
  curl -s ${system.baseUrl}/api/gen/media/ID -H 'x-api-key: ${key}'

  dashboard   ${system.baseUrl}
  interface   ${system.baseUrl}/docs
  agents      ${system.baseUrl}/api/mcp/connect.py, and agent/README.md
  engine      ${system.engine.adminUrl}/ui
  database    ${system.env.DATABASE_URL}
  logs        ${system.logDir}

Ctrl-C stops everything. The data stays for the next start; --fresh starts with none.
`
}

function moreUsers({ users }: SeededUsers): string {
  const [first, last] = [users.at(0), users.at(-1)]
  if (!first || !last) return ''
  return `\n  And ${users.length} more, ${first.email} to ${last.email}: see users.json in the data folder.`
}

function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: string[]) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()
  return rows.map(line).join('\n')
}
