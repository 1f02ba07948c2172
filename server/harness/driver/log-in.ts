import { Agent } from 'undici'
import { sendRequest, UnexpectedStatus } from './call-api.ts'
import type { SeededUser } from './open-system.ts'

/**
 * The headers that the dashboard sends after a log-in. `from`: the loopback address to connect from, for many
 * log-ins; a network has few in a minute.
 */
export async function logIn(
  baseUrl: string,
  { email, password }: Pick<SeededUser, 'email' | 'password'>,
  from?: string,
): Promise<Record<string, string>> {
  const path = '/api/account/session'
  const dispatcher = new Agent(from ? { localAddress: from } : {})
  const target = { baseUrl, headers: { origin: baseUrl }, dispatcher }
  const response = await sendRequest(target, 'POST', path, { body: { email, password } })
  await dispatcher.close()
  if (response.status !== 201) throw new UnexpectedStatus('POST', path, response)
  const [cookie = ''] = String(response.headers['set-cookie'] ?? '').split(';')
  return { cookie, origin: baseUrl }
}
