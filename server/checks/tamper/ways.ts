import { generateKeyPairSync, sign } from 'node:crypto'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { Attack, Tampering } from './open-copies.ts'

export type Way = Tampering & {
  /** Words of the finding that must be printed. */
  expected: string
  /** Nothing inside database and storage can find it. */
  isBeyondReach?: boolean
}

/** One user of the seed, by its place. */
const user = (place: number) => `(select id from users where email = 'user${place}@atelier.test')`
const newest = (kind: string, place = 1) =>
  `(select id from ledger_entries where user_id = ${user(place)} and kind = '${kind}'
    order by seq desc limit 1)`

const run =
  (...statements: string[]) =>
  async ({ client }: Attack) => {
    for (const statement of statements) await client.query(statement)
  }

const key = (number: number) => `ledger/statements/${String(number).padStart(12, '0')}`
const removeStatement = (number: (attack: Attack) => number) => (attack: Attack) =>
  attack.s3.send(new DeleteObjectCommand({ Bucket: attack.bucket, Key: key(number(attack)) }))

const cutTail = [
  `delete from ledger_entries e where user_id = ${user(1)} and
     seq > (select seq - 2 from credit_accounts where user_id = ${user(1)} and mode = 'live')`,
  `select rechain(${user(1)})`,
]
const removeLostMedia = `delete from media where user_id = ${user(1)} and
  parent_id is null and id not in (select ref_id from ledger_entries)`

const putBackSignedRow = `update signed_heads h
  set (seq, balance, head_hash, head_seal, statement, signature) =
    (select seq, balance, head_hash, head_seal, statement, signature from earlier_signed_heads o
     where o.user_id = h.user_id and o.mode = h.mode) where user_id = ${user(1)}`

/** Each changes the truth in another way. */
export const ways: Way[] = [
  {
    name: 'two entries cut off the end of a chain',
    change: run(...cutTail),
    expected: 'the tail is cut off',
  },
  {
    name: 'the same, with their media, and an older signed row put back',
    change: run(...cutTail, removeLostMedia, putBackSignedRow),
    expected: 'the tail is cut off',
  },
  {
    name: 'an account deleted with its entries, grants, media and signed head',
    change: run(
      ...['ledger_entries', 'credit_accounts', 'credit_grants', 'media', 'signed_heads'].map(
        (table) => `delete from ${table} where user_id = ${user(2)}`,
      ),
    ),
    expected: 'the account is missing',
  },
  {
    name: 'the time of an entry changed, the chain computed again',
    change: run(
      `update ledger_entries set created_at = created_at - interval '1 day' where id = ${newest('charge')}`,
      `select rechain(${user(1)})`,
    ),
    expected: 'the chain was rewritten',
  },
  {
    name: 'a grant multiplied by ten, with its entry, the chain computed again',
    change: run(
      `update credit_grants set amount = amount * 10 where user_id = ${user(1)}`,
      `update ledger_entries set amount = amount * 10 where id = ${newest('grant')}`,
      `select rechain(${user(1)})`,
    ),
    expected: 'the chain was rewritten',
  },
  {
    name: 'a charge lowered to 1, with its media, the chain computed again',
    change: run(
      `update media set cost_credits = 1
       where id = (select ref_id from ledger_entries where id = ${newest('charge')})`,
      `update ledger_entries set amount = -1 where id = ${newest('charge')}`,
      `select rechain(${user(1)})`,
    ),
    expected: 'the chain was rewritten',
  },
  {
    name: 'a media that says charged, without an entry',
    change: run(
      `update media set id = 'med_0000000000000000000000', client_ref = null, client_ref_bound = false
       where id = (select ref_id from ledger_entries where id = ${newest('charge')})`,
    ),
    expected: 'credits were charged, and has no charge',
  },
  {
    name: 'a media that says refunded, without an entry',
    change: run(
      `update media set refunded_credits = cost_credits, refunded_at = finished_at
       where user_id = ${user(1)} and status = 'completed'`,
    ),
    expected: 'credits were refunded, and its refund is 0',
  },
  {
    name: 'a refund without its media',
    change: run(
      `delete from media where id = (select ref_id from ledger_entries where id = ${newest('refund')})`,
    ),
    expected: 'a refund of 400 without its media',
  },
  {
    name: 'a refund given to a completed job, through post_entry',
    change: run(
      `select refund_charge('txn_0000000000000000000000', 'generated_media', id, 400) from media
       where user_id = ${user(1)} and status = 'completed' limit 1`,
    ),
    expected: 'it says that 0 credits were refunded, and its refund is 400',
  },
  {
    name: 'a charge moved to another user, both chains computed again',
    change: run(
      `update ledger_entries set user_id = ${user(2)}, seq = seq + 1000 where id = ${newest('charge')}`,
      `select rechain(${user(1)})`,
      `select rechain(${user(2)})`,
    ),
    expected: 'its charge',
  },
  {
    name: 'a grant relabelled as a purchase, the seals computed again',
    change: run(
      `update credit_grants set kind = 'purchase', external_ref = id where user_id = ${user(1)}`,
      `update ledger_entries set kind = 'purchase' where id = ${newest('grant')}`,
      `select rechain(${user(1)})`,
    ),
    expected: 'the chain was rewritten',
  },
  {
    name: 'a statement deleted',
    change: removeStatement(({ earlierStatement }) => earlierStatement),
    expected: 'is missing in storage',
  },
  {
    name: 'the newest statement deleted',
    change: removeStatement(({ earlierStatement }) => earlierStatement + 2),
    expected: 'is missing in storage, and a signed head in the database names it',
  },
  {
    name: 'a statement replaced by a copy of an older one',
    change: ({ s3, bucket, earlierStatement }) =>
      s3.send(
        new CopyObjectCommand({
          Bucket: bucket,
          Key: key(earlierStatement + 1),
          CopySource: `${bucket}/${key(earlierStatement)}`,
        }),
      ),
    expected: 'is a copy of statement',
  },
  {
    name: 'a charge removed everywhere, and its statement signed with another key',
    change: async (attack) => {
      await run(...cutTail, removeLostMedia)(attack)
      await forgeStatement(attack, attack.earlierStatement + 2)
    },
    expected: 'is not signed by a known key',
  },
  {
    name: 'the whole database set back to an earlier state',
    isSetBack: true,
    change: async () => {},
    expected: 'the tail is cut off',
  },
  {
    name: 'the same, the later statements deleted, with a witness',
    isSetBack: true,
    hasWitness: true,
    change: removeLaterStatements,
    expected: 'is missing in storage, and the witness names it',
  },
  {
    name: 'the same without a witness',
    isSetBack: true,
    isBeyondReach: true,
    change: removeLaterStatements,
    expected: '',
  },
]

async function removeLaterStatements(attack: Attack): Promise<void> {
  for (const later of [1, 2]) await removeStatement(() => attack.earlierStatement + later)(attack)
}

/** The same statement without its heads, with the signature of a key that nobody trusts. */
async function forgeStatement({ s3, bucket }: Attack, number: number): Promise<void> {
  const at = { Bucket: bucket, Key: key(number) }
  const { Body } = await s3.send(new GetObjectCommand(at))
  const [title, json] = ((await Body?.transformToString()) ?? '').split('\n')
  const signed = `${title}\n${JSON.stringify({ ...JSON.parse(json as string), heads: [] })}\n`
  const { privateKey } = generateKeyPairSync('ed25519')
  const signature = sign(null, Buffer.from(signed), privateKey).toString('base64url')
  await s3.send(new PutObjectCommand({ ...at, Body: `${signed}${signature}\n` }))
}
