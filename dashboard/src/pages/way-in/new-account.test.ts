import { expect, test } from 'vitest'
import { Refused } from '../../api/call.ts'
import { findWrong, readWrong } from './new-account.ts'

const password = 'walnut tuba canoe'

test('an address and twelve characters are enough', () => {
  expect(findWrong({ email: 'mia@example.com', password }, true)).toEqual({})
  expect(findWrong({ email: '', password }, false)).toEqual({})
  expect(findWrong({ email: 'mia', password: 'short' }, true)).toEqual({
    email: 'emailWrong',
    password: 'passwordShort',
  })
})

const refused = (field: string) =>
  new Refused(400, { error: 'no', code: 'invalid_request', charged: 'none', requestId: 'req_1', field })

test('what the service refuses is said at its field', () => {
  expect(readWrong(refused('password'))).toEqual({ password: 'passwordKnown' })
  expect(readWrong(refused('email'))).toEqual({ email: 'emailWrong' })
  expect(readWrong(refused('token'))).toEqual({})
  expect(readWrong(new Error('other'))).toEqual({})
})
