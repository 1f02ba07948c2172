import { account } from './account.ts'
import { administration } from './administration.ts'
import { agentFiles } from './agent-files.ts'
import { billing } from './billing.ts'
import { ceps } from './ceps.ts'
import { dashboard } from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import { filesAndDocuments } from './files-and-documents.ts'
import { generation } from './generation.ts'
import { knowledge } from './knowledge.ts'
import { mcp } from './mcp.ts'
import { media } from './media.ts'
import { notices } from './notices.ts'
import { oauth } from './oauth.ts'
import { characters, products } from './products.ts'
import { wayIn } from './way-in.ts'

/** The whole interface as a value: the server mounts it, and OpenAPI is generated from it. */
export const endpoints = {
  ...generation,
  ...media,
  ...products,
  ...characters,
  ...ceps,
  ...knowledge,
  ...account,
  ...wayIn,
  ...notices,
  ...billing,
  ...dashboard,
  ...administration,
  ...oauth,
  ...filesAndDocuments,
  ...mcp,
  ...agentFiles,
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
