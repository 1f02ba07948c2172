export { attempt, IncompleteRequest, invalidField, parseFields, Refusal } from './refusal.ts'
