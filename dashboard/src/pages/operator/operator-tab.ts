export type OperatorTab = 'state' | 'users' | 'grants' | 'payments' | 'audit'
