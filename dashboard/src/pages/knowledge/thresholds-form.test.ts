import { ThresholdsBody, thresholdsByDefault } from '@atelier/contract'
import { expect, test } from 'vitest'
import { readThresholds, writeThresholds } from './thresholds-form.ts'

test('what the service tells is shown, and read as the same', () => {
  const form = writeThresholds({ ...thresholdsByDefault, spend: 1_250.5 })
  expect(form).toMatchObject({ spend: '1,250.5', impressions: '2,000', days: '3' })
  const read = readThresholds(form)
  expect(read).toEqual({ body: { ...thresholdsByDefault, spend: 1_250.5 } })
  expect(ThresholdsBody.safeParse('body' in read && read.body).success).toBe(true)
})

test('what is no number of at least zero is named', () => {
  const form = { ...writeThresholds(thresholdsByDefault), spend: '', clicks: '-1', days: 'three' }
  expect(readThresholds(form)).toEqual({ wrong: ['spend', 'clicks', 'days'] })
})
