import { type Removal, without } from './removal.ts'

const WATCH = 'edge/requests/watch-requests.ts'
const OPEN_LOG = 'platform/log/open-log.ts'

/** What is written about requests, and where. */
export const removalsOfLogs: Removal[] = [
  without('16.2.1', 'who called', WATCH, {
    from: '  facts.user = owner.userId\n  if (keyId !== null)',
    to: '  if (keyId !== null && owner)',
  }),
  without('16.2.2', 'the time in UTC', OPEN_LOG, {
    from: '      base: { role },\n',
    to: '      base: { role },\n      timestamp: () => \',"time":"\' + new Date().toString() + \'"\',\n',
  }),
  without('16.2.3', 'the one log', 'edge/http/answer-error.ts', {
    from: "  log.error({ requestId, err: error }, 'a request failed')\n",
    to: "  log.error({ requestId, err: error }, 'a request failed')\n  console.error(error)\n",
  }),
  without('16.2.4', 'the ids that lines share', WATCH, {
    from: "    (one) => typeof one === 'string' && isIdOf('media', one),\n",
    to: "    (one) => typeof one === 'string' && one === 'media',\n",
  }),
  without('16.2.5', 'the list of fields', OPEN_LOG, {
    from: '      formatters: { log: pickFields },\n',
    to: '',
  }),
  without('16.3.1', 'whose password was right', WATCH, {
    from: "(session?.user?.id ?? challenge?.split('.')[0])",
    to: 'undefined',
  }),
  without('16.3.2', 'who was refused', 'edge/http/open-http.ts', {
    from: '  noteCaller(facts, caller)\n  requireScope',
    to: '  requireScope',
  }),
  without('16.3.3', 'the line of what is no request', WATCH, {
    from: "      log.info({ requestId, route: NO_ROUTE, status }, 'request')\n",
    to: '',
  }),
  {
    rows: ['16.4.2'],
    without: 'a record that only grows',
    edits: [
      {
        file: 'server/src/platform/db/privileges.sql',
        from: "'archived_media', 'audit_events', 'debt_entries',",
        to: "'archived_media', 'debt_entries',",
      },
    ],
  },
]
