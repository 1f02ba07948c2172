import { expect, test } from 'vitest'
import { hashPassword } from '../../src/access/identity/index.ts'
import { DUMMY_HASH, verifyPassword } from '../../src/access/identity/verify-password.ts'
import { networkOf } from '../../src/access/limits/index.ts'

test('the password of an unknown user takes the same effort to check as a real one', async () => {
  const effort = (hash: string) => hash.split('$').slice(0, 4)
  expect(effort(DUMMY_HASH)).toEqual(effort(await hashPassword('x')))
})

test('a flood of log-ins waits in a short queue, and the excess is service_unavailable', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword(undefined, 'x')))
  const refused = answers.filter((one) => one.status === 'rejected').map((one) => one.reason.code)
  expect(answers.filter((one) => one.status === 'fulfilled' && one.value === false)).toHaveLength(52)
  expect(refused).toEqual(Array(28).fill('service_unavailable'))
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:50123', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::1:2:3:4:5:6:7', '0:1:2:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
