import type { App } from '#platform/app'

/** What the worker uses for payments. */
export type Cashier = Pick<App, 'db' | 'log' | 'config' | 'metrics'> & { stripe: NonNullable<App['stripe']> }
