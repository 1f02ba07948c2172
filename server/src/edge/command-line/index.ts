export { type Command, loadUser, withDb, withStorage } from './command.ts'
