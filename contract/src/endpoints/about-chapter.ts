import type { Chapter } from './endpoint.ts'

/** What stands at the head of each chapter of the reference. */
export const aboutChapter = {
  Generation: 'Order images and videos. A job is charged when it is accepted and refunded when it fails.',
  Media: 'What was ordered: how it stands, where its file is, how to hand it to an advertising platform.',
  Credits: 'The balance, and a chain of entries that anybody can recompute.',
  Products: 'What is sold. A product holds reference photos, the media made for it, and its CEPs.',
  Characters: 'Who appears in the media. The photos of a character are used as references.',
  CEPs:
    'Customer entry points: the moments and pains that make somebody think of a product. ' +
    'Thirty active ones for each product or topic.',
  Knowledge:
    'What was tried, claimed and observed, and what follows from it. Every ratio is recomputed from sums; ' +
    'a claim without rows stays a claim.',
  Account: 'For the dashboard, with the cookie of a session. An API key opens none of it.',
  Files: 'Public by an address that nobody can guess. Made for downloads: ranges, ETag, cached for ever.',
  Kit:
    'What an agent host installs: the MCP client, the script that sets everything up, plugins and skills. ' +
    'Open to everybody; `X-Content-Sha256` tells the bytes, and ETag whether there are new ones.',
  Service: 'What describes the service itself. Open to everybody.',
} as const satisfies Record<Chapter, string>
