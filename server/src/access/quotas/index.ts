export { refuseIfFull, refuseOverflow } from './check-quota.ts'
export { readQuotas } from './read-quotas.ts'
export { withinQuota } from './within-quota.ts'
