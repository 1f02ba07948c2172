export { attempt, erased, IncompleteRequest, invalidField, parseFields, Refusal } from './refusal.ts'
