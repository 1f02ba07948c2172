import { ThresholdsBody, thresholdsByDefault } from '@atelier/contract'
import { expect, test } from 'vitest'
import { readThresholds, writeThresholds } from './thresholds-form.ts'

test('what the service tells is shown, and read as the same', () => {
  const told = { ...thresholdsByDefault, spend: 1_250.5, targetCpa: 0.000125 }
  const form = writeThresholds(told)
  expect(form).toMatchObject({ spend: '1,250.5', impressions: '2,000', days: '3' })
  expect(form).toMatchObject({ targetCpa: '0.000125', targetRoas: '' })
  const read = readThresholds(form)
  expect(read).toEqual({ body: { ...told, targetRoas: null } })
  expect(ThresholdsBody.safeParse('body' in read && read.body).success).toBe(true)
})

test('what is no number of at least zero is named', () => {
  const form = { ...writeThresholds(thresholdsByDefault), spend: '', clicks: '-1', days: 'three' }
  expect(readThresholds(form)).toEqual({ wrong: ['spend', 'clicks', 'days'] })
})

test('a target that is emptied is taken away; zero is none', () => {
  const form = writeThresholds({ ...thresholdsByDefault, targetCpa: 20, targetRoas: 2 })
  expect(readThresholds({ ...form, targetCpa: ' ' })).toMatchObject({
    body: { targetCpa: null, targetRoas: 2 },
  })
  expect(readThresholds({ ...form, targetRoas: '0' })).toEqual({ wrong: ['targetRoas'] })
})
