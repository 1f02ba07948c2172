import type { Config } from '#platform/config'
import { openScanner } from '#platform/scanner'
import { type Finding, failure, ok } from './finding.ts'

/** Whether the scanner answers. Without one, none is missed. */
export async function checkScanner({ scanner: address }: Config): Promise<Finding[]> {
  const scanner = openScanner(address)
  if (!address || !scanner) return [ok('none is set: files of providers are not scanned')]
  try {
    await scanner.check()
    return [ok(`${address.host}:${address.port} answers`)]
  } catch (error) {
    return [
      failure((error as Error).message, 'Start the daemon of ClamAV with TCPSocket, or correct SCANNER_URL.'),
    ]
  }
}
