import type { Erasure, ErasureKind } from '@atelier/contract'
import { findAnyUser } from '#access/identity'
import { findCharacterOwner } from '#catalog/characters'
import { findAssetOwner, findPhotoOwner } from '#catalog/photos'
import { findProductOwner } from '#catalog/products'
import type { Db, Rows } from '#platform/db'
import { erased, Refusal } from '#platform/refusal'
import { findMediaOwner } from '#production/media'
import { completeErasure } from './complete-erasure.ts'
import { eraseSubject } from './erase-subject.ts'
import {
  type ErasingApp,
  type ErasureRow,
  findErasure,
  insertErasure,
  kindOf,
  presentErasure,
} from './erasure.ts'

/** Who asks: the owner at the dashboard, or the operator, who may erase what any user owns. */
type Requester = { userId: string } | 'operator'

/**
 * Erases a thing or an account. One commit writes the erasure and makes its subject unreadable in every
 * process. Then the files are removed. What is left undone here, the tick completes. Repeating it is safe.
 */
export async function requestErasure(
  app: ErasingApp,
  requester: Requester,
  subjectId: string,
): Promise<{ erasure: Erasure; message: string }> {
  const row = await commitErasure(app.db, requester, subjectId)
  const done = await completeErasure(app, row).catch((err) => {
    app.log.warn({ erasure: row.id, err }, 'an erasure is completed later')
    return row
  })
  return {
    erasure: presentErasure(done),
    message: done.done_at
      ? 'Erased. Its addresses are answered 410, and its files are deleted.'
      : 'Erased. Its addresses are answered 410; the rest is deleted within minutes.',
  }
}

/** The commit that makes the subject unreadable. */
async function commitErasure(db: Db, requester: Requester, subjectId: string): Promise<ErasureRow> {
  const kind = kindOf(subjectId)
  const subject = kind && (await findSubject[kind](db, subjectId))
  if (!kind || !subject || (requester !== 'operator' && requester.userId !== subject.userId))
    throw new Refusal('not_found', 'You have nothing with the id in subjectId that can be erased.', {
      field: 'subjectId',
    })
  const former = await findErasure(db, subjectId)
  if (former) return former
  // It went with something else: a photo with its product, for example.
  if (subject.erasedAt) throw erased(subject.erasedAt)
  const requestedBy = requester === 'operator' ? 'operator' : 'owner'
  return db.transaction(async (tx) => {
    const row = await insertErasure(tx, { kind, subjectId, userId: subject.userId, requestedBy })
    if (row && !(await eraseSubject(tx, row))) throw stillRunning(subject.status ?? 'processing')
    return row ?? ((await findErasure(tx, subjectId)) as ErasureRow)
  })
}

type Subject = { userId: string; erasedAt: Date | null; status?: string }

const findSubject: Record<ErasureKind, (db: Rows, id: string) => Promise<Subject | undefined>> = {
  photo: findPhotoOwner,
  upload: findAssetOwner,
  character: findCharacterOwner,
  product: findProductOwner,
  media: findMediaOwner,
  account: async (db, id) => {
    const user = await findAnyUser(db, id)
    return user && { userId: user.id, erasedAt: user.erasedAt }
  },
}

const stillRunning = (status: string) =>
  new Refusal(
    'media_not_completed',
    'This job is still running. Cancel it while it is queued, or erase it when it has ended.',
    { status },
  )
