// Runs in a child process that open-renderer.ts starts, and renders one picture after another.
import { type Frame, renderPicture } from './render-picture.ts'

export type RenderRequest = { path: string; frame: Frame }

process.on('message', async ({ path, frame }: RenderRequest) => {
  process.send?.(await renderPicture(path, frame))
})

// The parent is gone. An orderly exit would wait for the current picture, which may never finish.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

process.send?.('ready')
