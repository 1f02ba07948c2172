export {
  attempt,
  erased,
  IncompleteRequest,
  invalidField,
  notFound,
  parseFields,
  Refusal,
} from './refusal.ts'
