import { type Removal, without } from './removal.ts'

const inFile = (rows: string, what: string, file: string, change: { from: string; to: string }): Removal => ({
  rows: rows.split(' '),
  without: what,
  edits: [{ file, ...change }],
})

/** Connections, settings, data, errors. */
export const removalsOfOperation: Removal[] = [
  inFile('12.1.1', 'the list of versions of TLS', 'deploy/proxy/nginx.conf', {
    from: 'ssl_protocols TLSv1.2 TLSv1.3;',
    to: 'ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;',
  }),
  inFile('12.1.2', 'the list of suites', 'deploy/proxy/nginx.conf', {
    from: 'ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:',
    to: 'ssl_ciphers AES128-SHA:ECDHE-ECDSA-AES128-GCM-SHA256:',
  }),
  inFile('12.2.2', 'the certificates of an authority', 'deploy/proxy/Caddyfile', {
    from: '\trequest_body {\n',
    to: '\ttls internal\n\trequest_body {\n',
  }),
  inFile('4.1.2', 'the refusal of programs without TLS', 'deploy/proxy/nginx.conf', {
    from: '  location ~ ^/(?:api|mcp|oauth|cb)(?:/|$) {',
    to: '  location ~ ^/(?:mcp|oauth|cb)(?:/|$) {',
  }),
  without('12.3.2', 'the check of certificates', 'platform/fetching/open-connection.ts', {
    from: '    rejectUnauthorized: true,\n',
    to: '    rejectUnauthorized: false,\n',
  }),
  inFile('13.2.2', 'the rights of a role', 'server/src/platform/db/privileges.sql', {
    from: "  ledger constant text[] := array['credit_accounts', 'ledger_entries', 'credit_grants'];",
    to: "  ledger constant text[] := array['credit_grants'];",
  }),
  inFile('13.2.3', 'empty secrets', 'deploy/env.example', {
    from: '\nCALLBACK_SECRET=\n',
    to: '\nCALLBACK_SECRET=secret\n',
  }),
  without('13.2.4', 'the list of hosts', 'production/results/open-address.ts', {
    from: '(host) => isAt(url, host))) return',
    to: "(host) => isAt(url, host) || url.protocol === 'https:')) return",
  }),
  inFile('13.2.5', 'the closed network', 'deploy/chart/templates/policies.yaml', {
    from: '  policyTypes: [Ingress]\n{{- $open',
    to: '  policyTypes: [Ingress]\n  ingress: [{}]\n{{- $open',
  }),
  inFile('13.3.2', 'secrets for one process', 'deploy/chart/templates/signer.yaml', {
    from: '"signer.env" "signing-key.pem"',
    to: '"signer.env" "signing-key.pem" "api.env"',
  }),
  inFile('13.4.1', 'the list of what is left out', '.dockerignore', { from: '.git\n', to: '' }),
  without('13.4.2 16.5.1', 'the fixed sentence', 'edge/http/answer-error.ts', {
    from: "    'Internal error. Send",
    to: `    \`\${(error as Error).stack}\` + 'Internal error. Send`,
  }),
  without('16.3.4', 'the line of a fault', 'edge/http/answer-error.ts', {
    from: "  log.error({ requestId, err: error }, 'a request failed')\n",
    to: '',
  }),
  without('13.4.5', 'the silence of health', 'edge/routes/health-ready.get.ts', {
    from: `    \`Jobs cannot be produced now: \${reason}. Ask again in 5 s.\`,`,
    to: `    \`Jobs cannot be produced now: \${reason}, 127.0.0.1. Ask again in 5 s.\`,`,
  }),
  without('14.2.1', 'keys in headers alone', 'edge/http/open-http.ts', {
    from: '  const { headers } = request\n  const caller',
    to: `  const { key } = request.query as { key?: string }
  const headers = { 'x-api-key': key, ...request.headers }
  const caller`,
  }),
  without('14.2.2', 'no-store', 'edge/http/usual-headers.ts', {
    from: "    'cache-control': 'no-store',\n",
    to: '',
  }),
  without('14.2.4', 'the secrets that are left out', 'privacy/exports/export-user.ts', {
    from: "const SECRETS = ['password_hash', ",
    to: 'const SECRETS = [',
  }),
  without('14.3.2', 'no-store for what changes', 'edge/http/answer-document.ts', {
    from: "'cache-control': 'no-store' }",
    to: "'cache-control': 'private, no-cache' }",
  }),
  inFile('14.3.3', 'the empty storage of the browser', 'dashboard/src/parts/password-step.tsx', {
    from: 'onChange={(event) => setPassword(event.target.value)}',
    to: "onChange={(event) => sessionStorage.setItem('password', event.target.value)}",
  }),
  inFile('15.1.2', 'the whole bill of materials', 'deploy/image/build.sh', {
    from: "--filter '@atelier/server...' --filter @atelier/simulator --filter @atelier/dashboard --filter",
    to: '--filter @atelier/simulator --filter @atelier/dashboard --filter',
  }),
  inFile('15.2.1', 'the weekly audit', '.github/workflows/ci.yml', {
    from: '      - run: pnpm audit --prod --audit-level moderate\n',
    to: '',
  }),
  without('15.2.2', 'the share of one user', 'platform/turns/open-heavy-work.ts', {
    from: 'const RUNNING_PER_USER = 2',
    to: 'const RUNNING_PER_USER = 20',
  }),
  without('15.2.3', 'the refusal of doubles', 'platform/config/read-provider-settings.ts', {
    from: "e.ENVIRONMENT === 'production' && LOOPBACK",
    to: "e.ENVIRONMENT === 'development' && LOOPBACK",
  }),
  without('15.3.1', 'the choice of fields', 'access/identity/key-row.ts', {
    from: '  id: row.id,\n',
    to: '  ...(row as object),\n  id: row.id,\n',
  }),
  without('15.3.2', 'that redirects are not followed', 'adapters/shared/call-provider.ts', {
    from: '  const answer = await request(url, {\n    dispatcher,',
    to: `  const answer = await request(url, {
    dispatcher: dispatcher.compose(interceptors.redirect({ maxRedirections: 3 })),`,
  }),
  without('16.4.1', 'the form of a line', 'edge/http/answer-error.ts', {
    from: "  log.error({ requestId, err: error }, 'a request failed')\n",
    to: '  log.error({ requestId }, String(error))\n  log.error(String(error))\n',
  }),
  without('16.5.2', 'the breaker', 'production/routing/breaker.ts', {
    from: 'failedAt.length >= FAILURES',
    to: 'failedAt.length >= 100 * FAILURES',
  }),
  inFile('6.3.4', 'the limit of an endpoint', 'contract/src/endpoints/endpoint.ts', {
    from: "auth: 'key', scope: 'generate', limit: 'writes' }",
    to: "auth: 'key', scope: 'generate' }",
  }),
  inFile('11.2.1', 'the table of packages', 'server/test/structure/access-table.ts', {
    from: "'@node-rs/* lru-cache p-limit',",
    to: "'lru-cache p-limit',",
  }),
]
