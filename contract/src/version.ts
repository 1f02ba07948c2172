/** Sent as X-Api-Version with every response. Within a version there are only additions. */
export const API_VERSION = '2026-11-14'
export const CLIENT_VERSION = '1.1.0'
export const GUIDE_VERSION = 'v25.0'
