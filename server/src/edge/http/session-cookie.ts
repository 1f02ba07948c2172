import type { IncomingHttpHeaders } from 'node:http'
import { SESSION_SECONDS } from '#access/identity'

/** The prefix makes browsers insist: set over TLS by this very host, for no other, on every path. */
const NAME = '__Host-sid'

export const tokenIn = ({ cookie = '' }: IncomingHttpHeaders): string | undefined =>
  cookie
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1)

const write = (value: string, seconds: number): Record<string, string> => ({
  'set-cookie': `${NAME}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`,
})

export const startCookie = (token: string): Record<string, string> => write(token, SESSION_SECONDS)

export const endCookie = (): Record<string, string> => write('', 0)
