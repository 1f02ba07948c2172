// Writes the module diagram and tables of ARCHITECTURE.md: `pnpm structure:write`.
import { readFileSync, writeFileSync } from 'node:fs'
import { withStructure } from './describe-structure.ts'
import { ROOT } from './read-repository.ts'

const path = `${ROOT}/ARCHITECTURE.md`
writeFileSync(path, withStructure(readFileSync(path, 'utf8')))
