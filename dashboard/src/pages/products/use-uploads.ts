import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Mode } from '../../api/addresses.ts'
import { addPhoto, type Holder } from '../../api/catalog.ts'
import { explain } from '../../api/explain.ts'
import { useToast } from '../../parts/toast.tsx'
import { useWords } from '../../words/index.ts'
import { type ChosenPhoto, readPhotos } from './read-photos.ts'

/** A photo that is being stored, or was not. */
export type Upload = { id: string; label: string; problem: string | null }

export type Uploads = { list: Upload[]; add(files: Iterable<File>): void; dismiss(id: string): void }

/** Stores photos one after the other, so that the first one chosen is the oldest and becomes primary. */
export function useUploads(mode: Mode, holder: Holder): Uploads {
  const words = useWords()
  const client = useQueryClient()
  const toast = useToast()
  const [list, setList] = useState<Upload[]>([])
  const queue = useRef<Promise<void>>(Promise.resolve())
  const forget = (id: string) => setList((all) => all.filter((one) => one.id !== id))
  const fail = (id: string, problem: string) =>
    setList((all) => all.map((one) => (one.id === id ? { ...one, problem } : one)))

  const store = async (chosen: ChosenPhoto, id: string) => {
    try {
      await addPhoto(mode, holder, chosen.label, chosen.file)
      forget(id)
      toast(words.photos.added(1))
    } catch (error) {
      fail(id, words.common.sentences(words.photos.failed(chosen.label), explain(error, words)))
    } finally {
      // Also after a lost answer: it may have been stored.
      await client.invalidateQueries({ queryKey: [`${holder.kind}s`, mode] })
    }
  }
  const add = (files: Iterable<File>) => {
    for (const chosen of readPhotos(files, words.photos.pasted)) {
      const id = crypto.randomUUID()
      const { label, wrong } = chosen
      const problem =
        wrong === 'kind'
          ? words.photos.wrongKind(chosen.file.name)
          : wrong === 'size'
            ? words.photos.tooLarge(chosen.file.name)
            : null
      setList((all) => [...all, { id, label, problem }])
      if (!wrong) queue.current = queue.current.then(() => store(chosen, id))
    }
  }
  return { list, add, dismiss: forget }
}
