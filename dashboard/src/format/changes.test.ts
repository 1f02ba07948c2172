import { expect, test } from 'vitest'
import { en } from '../words/en.ts'
import { zh } from '../words/zh.ts'
import { writeChanges } from './changes.ts'

const changes = {
  mode: 'live',
  scopes: ['read', 'cep'],
  dailyCreditLimit: 6_000,
  expiresAt: null,
  name: 'test',
  other: 'as it is',
}

test('what was changed is written for people: names, thousands, lists, and what is not set', () => {
  expect(writeChanges(changes, en)).toBe(
    'mode: Live, may: read + entry points, daily ceiling: 6,000, ends: –, name: test, other: as it is',
  )
  expect(writeChanges({}, en)).toBe('')
})

test('in Chinese the modes, scopes and roles have their Chinese words, and a name stays a name', () => {
  expect(writeChanges({ ...changes, role: 'admin' }, zh)).toBe(
    '模式：正式，权限：读取 + 切入点，每日上限：6,000，到期：–，名称：test，other：as it is，角色：管理员',
  )
})
