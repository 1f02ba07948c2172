export { type Cell, type Cells, openCells } from './open-cells.ts'
