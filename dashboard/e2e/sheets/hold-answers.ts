import type { Page, Route } from 'playwright-core'

/** Without these there is no page at all: who is signed in, and which ways in there are. */
const NEEDED = /\/api\/account\/(session|way-in)$/

const isNeeded = (route: Route): boolean => NEEDED.test(new URL(route.request().url()).pathname)

/** The service takes every request and answers none. */
export const holdAnswers = (page: Page): Promise<unknown> =>
  page.route('**/api/**', (route) => {
    if (isNeeded(route)) return route.continue()
  })

/** The service refuses every request. */
export const refuseAll = (page: Page): Promise<unknown> =>
  page.route('**/api/**', (route) => {
    if (isNeeded(route)) return route.continue()
    const json = { error: 'Busy', code: 'service_unavailable', charged: 'none', requestId: 'req_1' }
    return route.fulfill({ status: 503, json })
  })
