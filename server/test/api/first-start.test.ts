import type { Logger } from 'pino'
import { expect, test } from 'vitest'
import { printSetupLink } from '../../src/entry/print-setup-link.ts'
import { openDb } from '../../src/platform/db/index.ts'
import { useSystem } from '../use-system.ts'

const system = useSystem()

test('the log has a link for the first admin until there is a user; no database, no link', async () => {
  const { app, createUser } = system()
  const lines: { link?: string; err?: Error }[] = []
  const log = { warn: (line: (typeof lines)[number]) => void lines.push(line) } as unknown as Logger
  await printSetupLink({ ...app, log })
  await printSetupLink({ ...app, log })
  expect(lines.map(({ link }) => link?.split('#')[0])).toEqual(Array(2).fill(`${app.config.publicUrl}/setup`))
  expect(lines[0]?.link).not.toBe(lines[1]?.link)
  await createUser()
  await printSetupLink({ ...app, log })
  expect(lines.length).toBe(2)
  const url = 'postgres://nobody@127.0.0.1:9/none'
  const db = openDb({ url, poolSize: 1, onIdleError: () => undefined })
  await printSetupLink({ ...app, db, log })
  await db.close()
  expect(lines.at(-1)?.err).toBeInstanceOf(Error)
})
