/** Of links that a test makes without an api. */
export const LINK_SETTINGS = { publicUrl: 'http://x', signUp: 'invitation', mail: undefined } as const
