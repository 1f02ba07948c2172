import {
  CopyObjectCommand,
  CreateBucketCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3'
import type pg from 'pg'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { openDatabase, runStatements } from '../../harness/driver/index.ts'
import { asRole, openS3Client } from '../../harness/processes/index.ts'
import type { Ledger } from './prepare-ledger.ts'
import { rechain } from './rechain.ts'
import type { Verification, VerificationPlan } from './run-verification.ts'

/** What an attacker has: the superuser of the database, and the storage with the service's credentials. */
export type Attack = {
  client: pg.Client
  s3: S3Client
  bucket: string
  earlierStatement: number
}

export type Tampering = {
  name: string
  change: (attack: Attack) => Promise<unknown>
  /** The whole database is set back to its earlier state first. */
  isSetBack?: boolean
  hasWitness?: boolean
}

export type Copies = {
  /** Changes a new copy of database and statements, and verifies it. */
  verify(tampering: Tampering, run: (plan: VerificationPlan) => Promise<Verification>): Promise<Verification>
}

export async function openCopies({ open, witness, ...earlier }: Ledger): Promise<Copies> {
  const { system } = open
  const s3 = openS3Client(system.s3)
  closeOnExit(async () => s3.destroy())
  let number = 0
  return {
    async verify({ change, isSetBack, hasWitness }, run) {
      const database = `copy_${++number}`
      const bucket = `copy-${number}`
      const template = isSetBack ? earlier.earlierDatabase : 'atelier'
      await runStatements(system.postgres.url(), [`create database ${database} template ${template}`])
      await copyStatements(s3, system.s3.bucket, bucket)
      const url = system.postgres.url(database)
      const client = await openDatabase(url)
      try {
        // Triggers and foreign keys are off, as for every superuser who wants it.
        await client.query('set session_replication_role = replica')
        await client.query(rechain)
        await change({ client, s3, bucket, earlierStatement: earlier.earlierStatement })
      } finally {
        await client.end()
      }
      const env = { ...system.env, DATABASE_URL: asRole(url, 'atelier_worker'), S3_BUCKET: bucket }
      return run({ env, args: hasWitness ? ['--witness', witness] : [] })
    },
  }
}

async function copyStatements(s3: S3Client, from: string, to: string): Promise<void> {
  await s3.send(new CreateBucketCommand({ Bucket: to }))
  const listed = await s3.send(new ListObjectsV2Command({ Bucket: from, Prefix: 'ledger/' }))
  for (const { Key } of listed.Contents ?? [])
    await s3.send(new CopyObjectCommand({ Bucket: to, Key, CopySource: `${from}/${Key}` }))
}
