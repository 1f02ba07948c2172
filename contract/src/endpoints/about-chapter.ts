import type { Chapter } from './endpoint.ts'

/** The introduction of each chapter of the reference. */
export const aboutChapter = {
  Generation: 'Submit images and videos. A job is charged when it is accepted and refunded when it fails.',
  Media: 'The submitted jobs: their status, their files, and how to hand a file to an advertising platform.',
  Credits: 'The balance and the transactions, in a hash chain that anyone can recompute.',
  Products: 'What is sold. A product holds reference photos, the media made for it, and its CEPs.',
  Characters: 'Who appears in the media. The photos of a character are used as references.',
  CEPs:
    'Customer entry points: the moments and pains that make a customer think of a product. ' +
    'At most 30 active ones per product or topic.',
  Knowledge:
    'What was tried, claimed and observed, and the conclusions. Every ratio is recomputed from sums; ' +
    'a claim without rows stays a claim.',
  Account: 'For the dashboard, with a session cookie. API keys are not accepted here.',
  Billing:
    'Credits for money, for the dashboard with a session cookie. Where the operator sells none, every ' +
    'endpoint here is answered 404. Amounts are in the smallest unit of the currency.',
  Dashboard:
    'For the pages of the dashboard, with a session cookie. Every endpoint under `/api/gen` and ' +
    '`/api/agent` exists once more under `/api/owner/{mode}/`, with the same fields and responses: ' +
    '`GET /api/gen/media` is `GET /api/owner/live/gen/media`. `mode` is `live` or `test`. A session has no ' +
    'credit limits, and its requests are counted apart from those of keys. Listed here is what only the ' +
    'owner may call.',
  Administration:
    'For the pages of an admin, with the session cookie of one; everybody else is answered 404. Shows ' +
    'nothing that a user wrote or made.',
  OAuth:
    'For hosts that take no keys: authorization codes with PKCE, for public clients. Tokens open `/mcp` ' +
    'and nothing else. Errors also have `error_description`, and `error` is a code of OAuth.',
  Files: 'Public under unguessable URLs. Made for downloads: ranges, ETag, cached for a day.',
  MCP:
    'The tools of the client for every agent host that speaks the Model Context Protocol over HTTP, with ' +
    'an API key as the bearer token. A call of a tool is the same call as over HTTP: the same scopes, ' +
    'limits and credits. A missing scope is a result of the tool, not an HTTP error.',
  'Agent files':
    'What an agent host installs: the MCP client, the setup script, plugins and skills. No authentication; ' +
    'X-Content-Sha256 is the SHA-256 of the file, and the ETag changes with it.',
  Service: 'What describes the service itself. No authentication.',
} as const satisfies Record<Chapter, string>
