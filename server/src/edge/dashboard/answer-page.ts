import { AUTHORIZE_PATH } from '@atelier/contract'
import type { Answer, Call } from '#edge/http'
import type { App } from '#platform/app'
import { answerFile } from './answer-file.ts'

/** Paths that belong to programs. A browser that opens one gets the same answer as they do. */
const NO_PAGE = /^\/(?:api|cb|health|assets|mcp|\.well-known)(?:\/|$)|^\/[^?]*\.[^/?]*$/

/**
 * The page of the dashboard, for a browser that opens an address of it; undefined for all others. Hosts open
 * the page of a consent in a window of theirs and wait there for its end, so it keeps its opener.
 */
export function answerPage(call: Call, path: string): Answer | undefined {
  const { page } = call.app.dashboardFiles
  const isBrowser = call.headers.accept?.includes('text/html') ?? false
  if (!page || !isBrowser || NO_PAGE.test(path)) return undefined
  return answerFile(call, page, {
    'cache-control': 'no-cache',
    'content-security-policy': writePolicy(call.app.config),
    'cross-origin-opener-policy': path === AUTHORIZE_PATH ? 'unsafe-none' : 'same-origin',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  })
}

/** Only our own files run and style the page. Pictures may come from where the operator stores them. */
function writePolicy({ publicUrl, s3 }: App['config']): string {
  const files = [publicUrl, ...(s3.readUrl ? [s3.readUrl] : [])].map((url) => new URL(url).origin)
  const media = ["'self'", ...new Set(files)].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    `img-src ${media} blob:`,
    `media-src ${media}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
