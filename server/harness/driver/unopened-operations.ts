/** Operations that need a link or a code that no probe can draw. They are sent, and refused as described. */
export const unopenedOperations = [
  'finishLogIn',
  'createFirstAdmin',
  'signUp',
  'acceptInvitation',
  'confirmFactor',
  'replaceRecoveryCodes',
  'removeFactor',
  'exchangeToken',
]
