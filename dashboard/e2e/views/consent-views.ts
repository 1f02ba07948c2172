import { askAt, type Client } from '../oauth-client.ts'
import type { Views } from './view.ts'

/** What a user sees whom a client of OAuth asks, rightly or wrongly. */
export const consentViewsOf = (baseUrl: string, client: Client): Views => {
  const pathTo = (change: Record<string, string> = {}) => {
    const { pathname, search } = new URL(askAt(baseUrl, client, change))
    return `${pathname}${search}`
  }
  return {
    consent: {
      path: pathTo(),
      // The button that allows something is off for a moment.
      act: (page) => page.locator('button[type=submit]:enabled').waitFor(),
    },
    'consent-wrong-client': { path: pathTo({ redirect_uri: 'https://evil.example/callback' }) },
    'consent-wrong-service': { path: pathTo({ resource: 'https://other.example/mcp' }) },
    'consent-cut': { path: '/oauth/authorize' },
  }
}
