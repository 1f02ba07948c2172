import type { IncomingHttpHeaders } from 'node:http'
import { SESSION_SECONDS } from '#access/identity'

/** With this prefix, browsers require TLS, this exact host and the path `/`. */
const COOKIE_NAME = '__Host-sid'

export const readToken = ({ cookie = '' }: IncomingHttpHeaders): string | undefined =>
  cookie
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${COOKIE_NAME}=`))
    ?.slice(COOKIE_NAME.length + 1)

const setCookie = (value: string, seconds: number): Record<string, string> => ({
  'set-cookie': `${COOKIE_NAME}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`,
})

export const sessionCookie = (token: string): Record<string, string> => setCookie(token, SESSION_SECONDS)

export const clearedCookie = (): Record<string, string> => setCookie('', 0)
