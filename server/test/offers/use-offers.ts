import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openProviders } from '#adapters/setup'
import { readConfig, readProviderKeys } from '#platform/config'
import type { Choice, Providers, Wanted } from '#platform/providers'

export const RIGHT = {
  DATABASE_URL: 'postgres://localhost/atelier',
  ENGINE_INGRESS_URL: 'http://127.0.0.1:8080',
  ENGINE_ADMIN_URL: 'http://127.0.0.1:9070',
  S3_ENDPOINT: 'http://127.0.0.1:7070',
  S3_BUCKET: 'atelier',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  SIMULATOR_URL: 'http://127.0.0.1:4200',
  CALLBACK_SECRET: 'a secret of thirty-two characters or more',
}

export const ALL = 'fal,kie,openai,runway'

const KEYS = { FAL_KEY: 'a', KIE_KEY: 'b', OPENAI_KEY: 'c', RUNWAY_KEY: 'd' }

/** The providers of these settings, as the worker has them. */
export function openWith(env: Record<string, string>): Providers {
  const config = readConfig({ ...RIGHT, ...env })
  return openProviders(config, readProviderKeys(config.providers.names, KEYS))
}

/** Writes a file of the operator and returns the setting that names it. */
export function withFile(file: unknown): { PROVIDERS_FILE: string } {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-offers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'providers.json')
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file))
  return { PROVIDERS_FILE: path }
}

type Images = Extract<Wanted, { kind: 'image' }>
type Videos = Extract<Wanted, { kind: 'video' }>

const common = { promptCharacters: 5, references: 0 }
export const image = (given: Partial<Images> = {}): Wanted => ({
  ...common,
  kind: 'image',
  size: '1:1',
  n: 1,
  hasMask: false,
  ...given,
})

export const video = (given: Partial<Videos> = {}): Wanted => ({
  ...common,
  kind: 'video',
  orientation: 'portrait',
  resolution: 'SD',
  durationSeconds: 10,
  ...given,
})

/** The offers of a choice, or what it lacks. */
export const offersOf = (choice: Choice): string[] | string =>
  choice.kind === 'chosen'
    ? choice.routes.map(({ offer }) => offer)
    : choice.kind === 'unserved'
      ? `${choice.gap.about}; served by ${choice.models.join(' ')}`
      : choice.kind
