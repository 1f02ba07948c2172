export { loadAgentFile } from './load-kit-file.ts'
export { type AgentFiles, readAgentFiles } from './read-kit.ts'
