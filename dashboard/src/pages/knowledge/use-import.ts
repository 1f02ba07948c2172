import { useMutation, useQueryClient } from '@tanstack/react-query'
import { importFile } from '../../api/knowledge.ts'
import { useMode } from '../../shell/use-mode.ts'

/** Imports one file after the other. Known lines are skipped, so dropping a file twice changes nothing. */
export function useImport() {
  const mode = useMode()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (files: File[]) => {
      const sums = { imported: 0, skipped: 0 }
      for (const file of files) {
        const { imported, skipped } = await importFile(mode, file)
        sums.imported += imported
        sums.skipped += skipped
      }
      return sums
    },
    onSettled: () => {
      client.invalidateQueries({ queryKey: ['knowledge', mode] })
      client.invalidateQueries({ queryKey: ['notes', mode] })
    },
  })
}
