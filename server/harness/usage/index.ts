export { readCpuMs, readMachineMs, readStolenMs } from './read-cpu-ms.ts'
export { readMemoryBytes } from './read-memory-bytes.ts'
