import { endpoints, twins } from '@atelier/contract'
import { type Route, twinRoute } from '#edge/http'
import { listEvents } from './account-audit.get.ts'
import { readBilling } from './account-billing.get.ts'
import { changeBilling } from './account-billing.patch.ts'
import { startCheckout } from './account-checkouts.post.ts'
import { giveConsent } from './account-consents.post.ts'
import { readAskedConsent } from './account-consents-review.post.ts'
import { listErasures } from './account-erasures.get.ts'
import { requestErasure } from './account-erasures.post.ts'
import { removeFactor } from './account-factor.delete.ts'
import { readFactor } from './account-factor.get.ts'
import { startFactor } from './account-factor.post.ts'
import { confirmFactor } from './account-factor-confirm.post.ts'
import { replaceRecoveryCodes } from './account-factor-recovery-codes.post.ts'
import { acceptInvitation } from './account-invitation.post.ts'
import { listKeys } from './account-keys.get.ts'
import { createKey } from './account-keys.post.ts'
import { revokeKey } from './account-keys-id.delete.ts'
import { changeKey } from './account-keys-id.patch.ts'
import { rotateKey } from './account-keys-id-rotate.post.ts'
import { readNotices } from './account-notices.get.ts'
import { changeNotices } from './account-notices.patch.ts'
import { endNotices } from './account-notices-notice-end.post.ts'
import { changePassword } from './account-password.post.ts'
import { listPayments } from './account-payments.get.ts'
import { requestReset } from './account-reset.post.ts'
import { finishReset } from './account-reset-password.post.ts'
import { logOut } from './account-session.delete.ts'
import { readSession } from './account-session.get.ts'
import { logIn } from './account-session.post.ts'
import { finishLogIn } from './account-session-code.post.ts'
import { listSessions } from './account-sessions.get.ts'
import { endSession } from './account-sessions-session.delete.ts'
import { createFirstAdmin } from './account-setup.post.ts'
import { signUp } from './account-sign-up.post.ts'
import { readThresholds } from './account-thresholds.get.ts'
import { changeThresholds } from './account-thresholds.patch.ts'
import { verifyAddress } from './account-verification.post.ts'
import { readWayIn } from './account-way-in.get.ts'
import { listAllEvents } from './admin-audit.get.ts'
import { readBillingState } from './admin-billing.get.ts'
import { listGrants } from './admin-grants.get.ts'
import { listInvitations } from './admin-invitations.get.ts'
import { inviteUser } from './admin-invitations.post.ts'
import { revokeInvitation } from './admin-invitations-id.delete.ts'
import { listUnsentMails } from './admin-mails.get.ts'
import { listAllPayments } from './admin-payments.get.ts'
import { listProviders } from './admin-providers.get.ts'
import { readState } from './admin-state.get.ts'
import { listStuckTries } from './admin-tries.get.ts'
import { listUsers } from './admin-users.get.ts'
import { listCeps } from './agent-ceps.get.ts'
import { createCep } from './agent-ceps.post.ts'
import { deleteCep } from './agent-ceps-id.delete.ts'
import { readDrift } from './agent-knowledge-drift.get.ts'
import { exportKnowledge } from './agent-knowledge-export.get.ts'
import { readHistory } from './agent-knowledge-history.get.ts'
import { importKnowledge } from './agent-knowledge-import.post.ts'
import { listNotes } from './agent-knowledge-notes.get.ts'
import { writeNote } from './agent-knowledge-notes.post.ts'
import { reviewNote } from './agent-knowledge-notes-id-review.post.ts'
import { readPatterns } from './agent-knowledge-patterns.get.ts'
import { planCreatives } from './agent-knowledge-plan.get.ts'
import { recallKnowledge } from './agent-knowledge-recall.get.ts'
import { searchKnowledge } from './agent-knowledge-search.get.ts'
import { sendReport } from './agent-reports.post.ts'
import { listTopics } from './agent-topics.get.ts'
import { createTopic } from './agent-topics.post.ts'
import { serveAsset } from './assets.get.ts'
import { receiveCallback } from './cb.post.ts'
import { receiveStripeEvent } from './cb-stripe.post.ts'
import { readDocs, readDocsPage } from './docs.get.ts'
import { listAssets } from './gen-assets.get.ts'
import { uploadAsset } from './gen-assets.post.ts'
import { deleteAsset } from './gen-assets-id.delete.ts'
import { listCharacters } from './gen-characters.get.ts'
import { createCharacter } from './gen-characters.post.ts'
import { readCharacter } from './gen-characters-id.get.ts'
import { removeCharacterReference } from './gen-characters-id-reference.delete.ts'
import { listCharacterReferences } from './gen-characters-id-reference.get.ts'
import { addCharacterReference } from './gen-characters-id-reference.post.ts'
import { readCredits } from './gen-credits.get.ts'
import { verifyCredits } from './gen-credits-verify.get.ts'
import { listImages } from './gen-image.get.ts'
import { submitImage } from './gen-image.post.ts'
import { listMedia } from './gen-media.get.ts'
import { cancelMedia } from './gen-media-id.delete.ts'
import { pollMedia } from './gen-media-id.get.ts'
import { downloadMedia } from './gen-media-id-download.get.ts'
import { listModels } from './gen-models.get.ts'
import { listProducts } from './gen-products.get.ts'
import { createProduct } from './gen-products.post.ts'
import { readProduct } from './gen-products-id.get.ts'
import { renameProduct } from './gen-products-id.patch.ts'
import { attachMedia } from './gen-products-id-attach.post.ts'
import { removeProductReference } from './gen-products-id-reference.delete.ts'
import { listProductReferences } from './gen-products-id-reference.get.ts'
import { addProductReference } from './gen-products-id-reference.post.ts'
import { readQuotas } from './gen-quotas.get.ts'
import { quoteJob } from './gen-quote.post.ts'
import { submitVideo } from './gen-video.post.ts'
import { readHealth } from './health.get.ts'
import { readLiveness } from './health-live.get.ts'
import { readReadiness } from './health-ready.get.ts'
import { readLlms } from './llms.get.ts'
import { readLlmsFull } from './llms-full.get.ts'
import { refuseMcpDelete, refuseMcpKeyDelete } from './mcp.delete.ts'
import {
  listPlugins,
  refuseMcpGet,
  refuseMcpKeyGet,
  serveClient,
  serveConnect,
  servePlugin,
  serveWheel,
} from './mcp.get.ts'
import { serveMcp, serveMcpByKey } from './mcp.post.ts'
import { registerClient } from './oauth-register.post.ts'
import { revokeToken } from './oauth-revoke.post.ts'
import { exchangeToken } from './oauth-token.post.ts'
import { readOpenapi } from './openapi.get.ts'
import { readChanges } from './owner-mode-changes.get.ts'
import { listResultDays } from './owner-mode-history-id-days.get.ts'
import { readLedger } from './owner-mode-ledger.get.ts'
import { exportLedger } from './owner-mode-ledger-csv.get.ts'
import { listOwnedMedia } from './owner-mode-media.get.ts'
import { countMedia } from './owner-mode-media-days.get.ts'
import { readTimeline } from './owner-mode-media-id-timeline.get.ts'
import { listReviewedNotes } from './owner-mode-notes.get.ts'
import { readSpend } from './owner-mode-spend.get.ts'
import { serveGenerated, serveRendition, serveThumbnail, serveUpload } from './photos-serve.get.ts'
import { readPage, readRoot } from './root.get.ts'
import { uploadByTicket } from './uploads-ticket.post.ts'
import { readVersion } from './version.get.ts'
import { listStandardSkills, serveStandardSkill } from './well-known-agent-skills.get.ts'
import { readAuthorizationServer } from './well-known-oauth-authorization-server.get.ts'
import { readProtectedResource } from './well-known-oauth-protected-resource-mcp.get.ts'
import { listSkills, serveSkill } from './well-known-skills.get.ts'

/** The routes that have a file of their own. */
const written: Route[] = [
  submitImage,
  submitVideo,
  quoteJob,
  listModels,
  listImages,
  listMedia,
  pollMedia,
  cancelMedia,
  downloadMedia,
  attachMedia,
  createProduct,
  listProducts,
  readProduct,
  renameProduct,
  listProductReferences,
  addProductReference,
  removeProductReference,
  uploadAsset,
  listAssets,
  deleteAsset,
  createCharacter,
  listCharacters,
  readCharacter,
  listCharacterReferences,
  addCharacterReference,
  removeCharacterReference,
  readCredits,
  verifyCredits,
  readQuotas,
  createCep,
  listCeps,
  deleteCep,
  createTopic,
  listTopics,
  sendReport,
  readDrift,
  readPatterns,
  planCreatives,
  readHistory,
  exportKnowledge,
  importKnowledge,
  readThresholds,
  changeThresholds,
  searchKnowledge,
  recallKnowledge,
  listNotes,
  writeNote,
  reviewNote,
  serveGenerated,
  serveThumbnail,
  serveRendition,
  serveUpload,
  logIn,
  readSession,
  logOut,
  readWayIn,
  createFirstAdmin,
  signUp,
  acceptInvitation,
  verifyAddress,
  requestReset,
  finishReset,
  readNotices,
  changeNotices,
  endNotices,
  finishLogIn,
  readFactor,
  startFactor,
  confirmFactor,
  replaceRecoveryCodes,
  removeFactor,
  listSessions,
  endSession,
  changePassword,
  listKeys,
  createKey,
  changeKey,
  rotateKey,
  revokeKey,
  listEvents,
  listErasures,
  requestErasure,
  readBilling,
  changeBilling,
  startCheckout,
  listPayments,
  readChanges,
  readSpend,
  readLedger,
  exportLedger,
  listOwnedMedia,
  countMedia,
  readTimeline,
  listReviewedNotes,
  listResultDays,
  inviteUser,
  listInvitations,
  revokeInvitation,
  listUsers,
  listGrants,
  listAllEvents,
  listProviders,
  listStuckTries,
  listUnsentMails,
  readState,
  listAllPayments,
  readBillingState,
  readProtectedResource,
  readAuthorizationServer,
  registerClient,
  exchangeToken,
  revokeToken,
  readAskedConsent,
  giveConsent,
  receiveCallback,
  receiveStripeEvent,
  readRoot,
  readPage,
  serveAsset,
  readHealth,
  readLiveness,
  readReadiness,
  readVersion,
  readOpenapi,
  readDocs,
  readDocsPage,
  readLlmsFull,
  readLlms,
  serveMcp,
  serveMcpByKey,
  refuseMcpKeyGet,
  refuseMcpKeyDelete,
  uploadByTicket,
  refuseMcpGet,
  refuseMcpDelete,
  serveClient,
  serveConnect,
  listPlugins,
  servePlugin,
  serveWheel,
  listSkills,
  serveSkill,
  listStandardSkills,
  serveStandardSkill,
]

const twinned = twins.map((twin) => {
  const route = written.find(({ endpoint }) => endpoint === endpoints[twin.twinOf])
  if (!route) throw new Error(`${twin.twinOf} has no route`)
  return twinRoute(route, twin)
})

/** Every route of the service. */
export const routes: Route[] = [...written, ...twinned]
