import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { writePublicKey } from '#access/credits'
import type { Command } from '#edge/command-line'

export const newSigningKey: Command = {
  name: 'new-signing-key',
  usage: 'new-signing-key <file>                 make a key for the signer; prints its public key',
  async run([file]) {
    if (!file) throw new Error(`usage: ${newSigningKey.usage}`)
    const { privateKey } = generateKeyPairSync('ed25519')
    // An existing key is never overwritten: what it signed could not be continued.
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
    console.log(writePublicKey(privateKey))
    return 0
  },
}
