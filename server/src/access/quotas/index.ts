export { refuseIfFull, refuseOverflow } from './check-quota.ts'
export { readQuotas } from './read-quotas.ts'
