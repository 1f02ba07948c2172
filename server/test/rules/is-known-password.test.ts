import { expect, test } from 'vitest'
import { isKnownPassword } from '../../src/access/passwords/is-known-password.ts'
import { leakedPasswords } from '../../src/access/passwords/leaked-passwords.ts'

const EMAIL = 'mia.brandt@kaffeehaus.example'

test.each([
  '123456789012',
  '000000000000',
  'qwertyuiop12',
  'Qwertzuiop123',
  '1q2w3e4r5t6y',
  'aaaaaaaaaaaaaa',
  'abcabcabcabc',
  'Password1234',
  'P@ssw0rd2024!',
  'password password',
  'PasswordPassword1',
  'administrator1',
  'welcome2026!!',
  'iloveyou123456',
  'SummerSunshine7',
  'correcthorsebatterystaple',
  'letmeinplease',
  'Kaffeehaus2026',
  'miabrandt1234',
  'passwort-passwort',
  'ABCDEFGHIJKL',
  'leavemealone',
  'UNBELIEVABLE',
  'ghbdtnrfrltkf',
  'needforspeed',
  'Sojdlg123aljg',
])('%s is known', (password) => {
  expect(isKnownPassword(password, EMAIL)).toBe(true)
})

test.each([
  'a password of the tests',
  'another password of the tests',
  'a long sentence that only I know',
  'Zinnober-Lampe im Keller',
  'x7#Kq02lmPz!',
  'tuba walnut eleven canoe',
  '我家的猫喜欢坐在窗台上看鸟',
  'atelier-dev-only',
])('%s is not', (password) => {
  expect(isKnownPassword(password, EMAIL)).toBe(false)
})

test('the passwords of leaked lists are refused, far more than the first 3,000 that are long enough', () => {
  const leaked = [...leakedPasswords()]
  expect(leaked.length).toBeGreaterThan(40_000)
  expect(leaked.filter((password) => password.length < 12)).toEqual([])
  const first = leaked.slice(0, 3_000)
  expect(first.filter((password) => !isKnownPassword(password.toUpperCase(), EMAIL))).toEqual([])
})

test('the longest password is judged at once', () => {
  // The time of this thread: others may take the machine meanwhile.
  const before = process.threadCpuUsage()
  for (const sign of ['x7', 'ab', 'é字']) isKnownPassword(sign.repeat(100), EMAIL)
  const varied = Array.from({ length: 200 }, (_, at) => String.fromCharCode(97 + ((at * at * 7) % 26))).join(
    '',
  )
  isKnownPassword(varied, EMAIL)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(500)
})
