export { loadAgentFile } from './load-agent-file.ts'
export { type AgentFiles, readAgentFiles } from './read-agent-files.ts'
