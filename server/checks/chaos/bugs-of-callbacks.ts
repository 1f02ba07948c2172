import type { Bug } from './bug.ts'
import { alone, calm, ok } from './calm-load.ts'

/** Mistakes with what providers report. */
export const bugsOfCallbacks: Bug[] = [
  {
    name: 'believe-callback',
    description: 'the body of a callback completes a job, without a check of its provider',
    caughtBy: 'corruptFiles',
    jobs: 30,
    mutations: [
      {
        file: 'production/callbacks/receive-callback.ts',
        from: '  const memory = callbackMemoryOf(app)\n',
        to: `  const memory = callbackMemoryOf(app)
  const said = JSON.parse(String((await callback.readBody()) ?? '{}'))
  const media = await app.db.lookup.row<{ user_id: string }>(
    \`select user_id from media where id = $1 and status = 'processing'\`,
    [called.id],
  )
  if (said.status === 'succeeded' && media)
    await app.db.forOwner(media.user_id).row(
      \`update media set status = 'completed', progress = 100, wake_token = null, run_due_at = null,
         finished_at = clock_timestamp(), object_key = 'generated/' || id || '/0-said.png',
         content_type = 'image/png', size_bytes = 1, sha256 = sha256(''), md5 = '', width = 1, height = 1,
         thumbnail_key = 'generated/' || id || '/0-said.webp', thumbnail_bytes = 1
       where id = $1 and status = 'processing' returning id\`,
      [called.id],
    )
`,
      },
    ],
    change: { ...calm, behaviour: { ...alone, mix: [ok] } },
  },
]
