import type { AskedConsent } from '@atelier/contract'
import type { App } from '#platform/app'
import { judgeClient } from './judge-client.ts'
import { readAuthorization } from './read-authorization.ts'
import { hostOfRedirect } from './redirect-uri.ts'

/** What an owner sees before a client is allowed something. */
export async function readAskedConsent(app: App, userId: string, request: string): Promise<AskedConsent> {
  const { client, redirect, scopes } = await readAuthorization(app, userId, request)
  const { id, name, documentHost } = client
  return {
    client: { id, name, host: hostOfRedirect(redirect), verifiedHost: documentHost },
    warnings: judgeClient(client, redirect),
    scopes,
  }
}
