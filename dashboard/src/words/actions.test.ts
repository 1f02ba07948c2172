import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { en } from './en.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../server/src/platform/db/migrations')
/** Settings of the database have such names, too. */
const SETTINGS = /^(app|atelier)\./

test('every action that the database records has words', () => {
  const told = globSync('*.sql', { cwd: MIGRATIONS })
    .flatMap((name) => [...readFileSync(join(MIGRATIONS, name), 'utf8').matchAll(/'([a-z_]+\.[a-z_]+)'/g)])
    .map(([, action = '']) => action)
  const actions = [...new Set(told)].filter((action) => !SETTINGS.test(action))
  expect(actions.length).toBeGreaterThan(20)
  expect(actions.filter((action) => !(action in en.audit.actions))).toEqual([])
})
