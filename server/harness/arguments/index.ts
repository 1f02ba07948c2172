export { type Command, flag, number, type Options, text, type Values } from './read-arguments.ts'
export { readArgumentsOrExit } from './read-arguments-or-exit.ts'
