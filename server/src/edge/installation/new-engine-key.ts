import { writeFile } from 'node:fs/promises'
import { newEngineKey as makeEngineKey } from '#platform/engine'
import type { InstallationCommand } from './installation-command.ts'

export const newEngineKey: InstallationCommand = {
  name: 'new-engine-key',
  usage: 'new-engine-key <file>                  make a key for the engine; prints ENGINE_PUBLIC_KEY',
  async run([file]) {
    if (!file) throw new Error(`usage: ${newEngineKey.usage}`)
    const { privatePem, publicKey } = makeEngineKey()
    // An existing key is never overwritten: the workers would refuse an engine that still has it.
    await writeFile(file, privatePem, { mode: 0o600, flag: 'wx' })
    console.log(publicKey)
    return 0
  },
}
