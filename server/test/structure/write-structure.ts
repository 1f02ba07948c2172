// Writes the module diagram of ARCHITECTURE.md and docs/modules.md: `pnpm structure:write`.
import { readFileSync, writeFileSync } from 'node:fs'
import { describeImports, withStructure } from './describe-structure.ts'
import { ROOT } from './read-repository.ts'

const architecture = `${ROOT}/ARCHITECTURE.md`
writeFileSync(architecture, withStructure(readFileSync(architecture, 'utf8')))
writeFileSync(`${ROOT}/docs/modules.md`, describeImports())
