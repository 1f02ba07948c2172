/** How long a failure was felt, and where an operator reads what to do. */
export type Outage = { drill: string; seconds: number; page: string }
