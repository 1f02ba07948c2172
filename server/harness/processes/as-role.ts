/** The roles that log in to the database: the api's own, and that of the worker and the admin commands. */
export type DatabaseRole = 'atelier_api' | 'atelier_worker'

/** The same database, for another role. The harness's own URLs are those of a superuser. */
export const asRole = (url: string, role: DatabaseRole): string =>
  url.replace(/^(\w+:\/\/)(?:[^@/]*@)?/, `$1${role}@`)
