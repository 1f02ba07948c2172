import type { Seeded } from './open-system.ts'

/** What the dashboard's own page sends after a log-in. */
export async function logIn(baseUrl: string, { email, password }: Seeded): Promise<Record<string, string>> {
  const answer = await fetch(`${baseUrl}/api/account/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email, password }),
  })
  if (answer.status !== 201) throw new Error(`a log-in was answered ${answer.status}: ${await answer.text()}`)
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return { cookie, origin: baseUrl }
}
