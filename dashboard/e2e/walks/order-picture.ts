import { expect } from '../checks.ts'

type Order = { baseUrl: string; key: string; prompt: string; model?: string }

/** What an agent does with its key: one picture. Returns its id. */
export async function orderPicture({ baseUrl, key, ...body }: Order): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/gen/image`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const told = await answer.json()
  expect(answer.status === 201, `status ${answer.status}: ${JSON.stringify(told)}`)
  return told.id
}
