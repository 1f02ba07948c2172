import { CLIENT_NAME_CHARACTERS, ClientMetadata, cleanText } from '@atelier/contract'
import { type OauthError, oauthRefusal } from './oauth-refusal.ts'
import { readRedirect } from './redirect-uri.ts'

/** `documentHost`: of a client that is known by its document; null for one that registered itself. */
export type Client = { id: string; name: string; redirectUris: string[]; documentHost: string | null }

/** The name and addresses of a client, from its document or its registration. Refuses what is not usable. */
export function readMetadata(value: unknown, fallbackName: string): Pick<Client, 'name' | 'redirectUris'> {
  const parsed = ClientMetadata.safeParse(value)
  if (!parsed.success) {
    const isAddress = parsed.error.issues.some(({ path }) => path[0] === 'redirect_uris')
    throw wrong(isAddress ? 'invalid_redirect_uri' : 'invalid_client_metadata')
  }
  const { client_name = '', redirect_uris: redirectUris } = parsed.data
  if (!redirectUris.every((uri) => readRedirect(uri))) throw wrong('invalid_redirect_uri')
  return { name: cleanName(client_name) || fallbackName, redirectUris }
}

/** One line without invisible characters: owners read it, and so do agents. */
const cleanName = (name: string): string =>
  [...cleanText(name).replaceAll(/\s+/g, ' ')].slice(0, CLIENT_NAME_CHARACTERS).join('').trim()

const sentences = {
  invalid_redirect_uri:
    'redirect_uris must be one to ten addresses: https, http on loopback, or the scheme of a program.',
  invalid_client_metadata: 'client_name must be a text of at most 200 characters.',
} as const satisfies Partial<Record<OauthError, string>>

const wrong = (error: keyof typeof sentences) => oauthRefusal(error, sentences[error])
