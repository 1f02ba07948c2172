/** Operations that need a link or a code that no probe can draw. They are sent, and refused as described. */
export const unopenedOperations = [
  'finishLogIn',
  'createFirstAdmin',
  'signUp',
  'acceptInvitation',
  'verifyAddress',
  // Without a mail server it is not there.
  'requestReset',
  'finishReset',
  'endNotices',
  'confirmFactor',
  'replaceRecoveryCodes',
  'removeFactor',
  'exchangeToken',
]
