import { defineConfig } from 'vitest/config'

/** The tests that need no database, engine or storage. */
export default defineConfig({
  test: {
    include: [
      '{client,contract,dashboard,doubles,simulator,site}/**/*.test.ts',
      'server/test/{adapters,imaging,knowledge,rules,search,statistics}/*.test.ts',
      'server/test/structure*.test.ts',
    ],
    exclude: [
      '**/node_modules/**',
      'server/test/adapters/lost-replies.test.ts',
      'server/test/rules/{client-documents,database-roles,ledger,moved-index,row-security}.test.ts',
      'server/test/rules/{old-invitations,old-tokens,older-ledger,older-media,partitions}.test.ts',
      'server/test/rules/{migrations,restored-statements,statements,usable-references}.test.ts',
      'server/test/search/{cep-records,find-candidates,phrasings,phrasings-over-http,reindex}.test.ts',
    ],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
