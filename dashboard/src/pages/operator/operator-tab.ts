export type OperatorTab = 'state' | 'users' | 'grants' | 'audit'
