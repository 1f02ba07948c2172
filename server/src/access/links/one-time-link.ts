import { randomBytes } from 'node:crypto'
import { digestOf } from '#access/identity'
import { currentCell } from '#platform/ids'

/** 256 random bits behind the cell, as in a session. Only the digest is stored. */
const TOKEN = /^[0-9A-Za-z]{2}[0-9A-Za-z_-]{43}$/

export const newToken = (): string => currentCell() + randomBytes(32).toString('base64url')

export const digestOfToken = (token: string): Buffer | undefined =>
  TOKEN.test(token) ? digestOf(token) : undefined

/** The token stands behind the `#`, which a browser sends to no server, so that no log has it. */
export const linkTo = (
  publicUrl: string,
  page: 'setup' | 'invitation' | 'verification' | 'reset',
  token: string,
): string => `${publicUrl}/${page}#${token}`
