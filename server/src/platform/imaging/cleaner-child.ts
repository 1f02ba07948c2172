// Runs in a process of its own, started by open-cleaner.ts: one picture at a time, then the next.
import { cleanPicture } from './clean-picture.ts'
import type { PictureKind } from './picture-kinds.ts'

export type CleanRequest = { path: string; kind: PictureKind }

process.on('message', async ({ path, kind }: CleanRequest) => {
  process.send?.(await cleanPicture(path, kind))
})

// The parent is gone. An orderly exit would first wait for the picture in hand, which may never end.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

process.send?.('ready')
