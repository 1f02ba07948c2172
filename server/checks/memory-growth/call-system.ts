import type pg from 'pg'
import { type Dispatcher, request } from 'undici'

/** One user in one system, and the ways in. */
export type Subject = {
  name: string
  baseUrl: string
  apiKey: string
  userId: string
  databaseUrl: string
  client: pg.Client
  dispatcher: Dispatcher
}

/** Asks as the user, over HTTP, and takes nothing but success for an answer. */
export async function callSystem(
  { baseUrl, apiKey, dispatcher }: Subject,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is known to whoever asks.
): Promise<any> {
  const answer = await request(baseUrl + path, {
    method,
    headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    dispatcher,
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${path} was answered ${answer.statusCode}: ${text}`)
  return JSON.parse(text)
}
