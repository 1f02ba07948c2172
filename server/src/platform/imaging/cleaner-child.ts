// Runs in a child process that open-cleaner.ts starts, and cleans one picture after another.
import { cleanPicture } from './clean-picture.ts'
import type { PictureKind } from './picture-kinds.ts'

export type CleanRequest = { path: string; kind: PictureKind }

process.on('message', async ({ path, kind }: CleanRequest) => {
  process.send?.(await cleanPicture(path, kind))
})

// The parent is gone. An orderly exit would wait for the current picture, which may never finish.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

process.send?.('ready')
