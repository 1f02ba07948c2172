import { randomBytes, sign, verify } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadEngineKey } from '../../harness/processes/load-engine-key.ts'
import { newEngineKey, readEngineKey } from '../../src/platform/engine/index.ts'

test('the printed key verifies what the key in the file signs', () => {
  for (let round = 0; round < 200; round++) {
    const { privatePem, publicKey } = newEngineKey()
    const text = randomBytes(20)
    expect(verify(null, text, readEngineKey(publicKey), sign(null, text, privatePem))).toBe(true)
  }
})

test('a key as the engine of the tests has it is read', () => {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-key-'))
  try {
    expect(readEngineKey(loadEngineKey(join(dir, 'key.pem'))).asymmetricKeyType).toBe('ed25519')
  } finally {
    rmSync(dir, { recursive: true })
  }
})

test('what is no key of an engine is refused', () => {
  const { publicKey } = newEngineKey()
  const wrong = [
    publicKey.slice(0, -3),
    `${publicKey}222`,
    publicKey.replace(/.$/, '0'),
    publicKey.slice(12),
    'publickeyv1_',
    '',
  ]
  for (const text of wrong) expect(() => readEngineKey(text), text).toThrow('not the public key')
})
