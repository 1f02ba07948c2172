import { createServer } from 'node:net'

/**
 * Whether the port is this caller's now. Test files run in parallel, and a port is used only some time after
 * it was found: without claims, two of them can find the same one. A claim is a socket in Linux's abstract
 * namespace, which one process can hold and which ends with it, so no claim is ever left behind.
 */
export function claimPort(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const claim = createServer().unref()
    claim.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    claim.listen(`\0atelier-port-${port}`, () => resolve(true))
  })
}
