import { useSearch } from '@tanstack/react-router'
import type { Mode } from '../api/addresses.ts'

/** Live or test: it is in the address, so that a link opens the account that it was copied from. */
export const useMode = (): Mode =>
  useSearch({ from: '__root__', select: (search) => (search.mode === 'test' ? 'test' : 'live') })
