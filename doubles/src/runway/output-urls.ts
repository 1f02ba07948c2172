import { hash } from 'node:crypto'
import { type Call, type Double, filesOf, isRecord, type Task } from '../core/index.ts'
import { mediaUrl } from '../media/index.ts'

/** A fresh address of each file, with its end inside `_jwt`, as the provider signs them. */
export function outputUrls({ clock, settings }: Double, call: Call, task: Task): string[] {
  const now = clock.now()
  const lifetimeMs = Math.floor(clock.scaled(Number(settings.urlLifetimeMs)))
  // All addresses of one day end together, so each lives between one lifetime and two. Without a lifetime
  // they have ended before they are read.
  const endsAt = lifetimeMs > 0 ? (Math.floor(now / lifetimeMs) + 2) * lifetimeMs : now - 1
  return Array.from({ length: filesOf(task) }, (_, index) => {
    const url = mediaUrl(call, task, index)
    return `${url}?_jwt=${sign({ key: new URL(url).pathname, iat: now / 1000, exp: endsAt / 1000 })}`
  })
}

/** True when the address was signed for this path and has not ended. */
export function isUrlValid({ clock }: Double, { path, query }: Call): boolean {
  const token = query.get('_jwt') ?? ''
  const claims = readClaims(token)
  if (!isRecord(claims) || sign(claims) !== token) return false
  return claims.key === path && Number(claims.exp) * 1000 > clock.now()
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function sign(claims: object): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  // No secret is needed: no test gains anything by forging an address of a double.
  return `${text}.${hash('sha256', `runway-double.${text}`, 'base64url')}`
}

function readClaims(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  } catch {
    return undefined
  }
}
