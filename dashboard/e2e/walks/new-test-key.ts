import type { Page } from 'playwright-core'
import { expect } from '../checks.ts'

/** A key of the test mode, made with the session of a page. Returns its secret. */
export async function newTestKey(page: Page): Promise<string> {
  const { status, secret } = await page.evaluate(async () => {
    const answer = await fetch('/api/account/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'rehearsal', mode: 'test' }),
    })
    return { status: answer.status, secret: (await answer.json()).secret }
  })
  expect(status === 201, `status ${status}`)
  return secret
}
