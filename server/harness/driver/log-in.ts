import { sendRequest, UnexpectedStatus } from './call-api.ts'
import type { SeededUser } from './open-system.ts'

/** The headers that the dashboard sends after a log-in. */
export async function logIn(
  baseUrl: string,
  { email, password }: Pick<SeededUser, 'email' | 'password'>,
): Promise<Record<string, string>> {
  const path = '/api/account/session'
  const target = { baseUrl, headers: { origin: baseUrl } }
  const response = await sendRequest(target, 'POST', path, { body: { email, password } })
  if (response.status !== 201) throw new UnexpectedStatus('POST', path, response)
  const [cookie = ''] = String(response.headers['set-cookie'] ?? '').split(';')
  return { cookie, origin: baseUrl }
}
