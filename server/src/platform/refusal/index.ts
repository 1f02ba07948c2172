export { attempt, invalidField, parseFields, Refusal } from './refusal.ts'
