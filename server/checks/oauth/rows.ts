import { floodRegistrations, forgeRequests } from './attack-clients.ts'
import { downgradeChallenge, injectCode, mixUp, reuseCode } from './attack-codes.ts'
import { confuseDeputy, forgeConsent, phishByName, widenScopes } from './attack-consents.ts'
import { redirectOpenly, registerHarmful, trickRedirects } from './attack-redirects.ts'
import { crossAudience, discover, replayTokens, reuseRefreshToken } from './attack-tokens.ts'
import {
  defencesOfChallenge,
  defencesOfInjection,
  defencesOfMixUp,
  defencesOfOpenRedirects,
  defencesOfRedirects,
  defencesOfReuse,
  defencesOfSchemes,
} from './defences-of-codes.ts'
import {
  defencesOfDeputy,
  defencesOfDocuments,
  defencesOfForgery,
  defencesOfNames,
  defencesOfRegistration,
  defencesOfScopes,
} from './defences-of-consents.ts'
import {
  defencesOfAudience,
  defencesOfDiscovery,
  defencesOfRefresh,
  defencesOfReplay,
} from './defences-of-tokens.ts'
import type { Row } from './row.ts'

const row = (name: string, promise: string, attack: Row['attack'], defences: Row['defences']): Row => ({
  name,
  promise,
  attack,
  defences,
})

/** The security table of OAuth. */
export const rows: Row[] = [
  row(
    'code reuse',
    'a code works once, and a second use ends what the first got',
    reuseCode,
    defencesOfReuse,
  ),
  row('code injection', 'a code is of use to its own client alone', injectCode, defencesOfInjection),
  row('downgrade', 'no code without PKCE by S256', downgradeChallenge, defencesOfChallenge),
  row('mix-up', 'every answer says who gave it', mixUp, defencesOfMixUp),
  row('redirects', 'a code goes to an address of its client alone', trickRedirects, defencesOfRedirects),
  row('schemes', 'no address of a client harms a browser', registerHarmful, defencesOfSchemes),
  row('open redirect', 'no link to us leads to another site', redirectOpenly, defencesOfOpenRedirects),
  row('replay', 'a token works in its time, in its place, in its consent', replayTokens, defencesOfReplay),
  row(
    'refresh reuse',
    'a stolen refresh token ends the consent, and parallel refreshes do not',
    reuseRefreshToken,
    defencesOfRefresh,
  ),
  row('audience', 'a token opens /mcp and nothing else', crossAudience, defencesOfAudience),
  row('discovery', 'hosts find the way, and key users are left alone', discover, defencesOfDiscovery),
  row('deputy', 'a consent is for one client and one owner', confuseDeputy, defencesOfDeputy),
  row('forgery', 'only an owner at the page gives a consent', forgeConsent, defencesOfForgery),
  row('scopes', 'no token has more than was chosen', widenScopes, defencesOfScopes),
  row('phishing', 'a name that is not its own is shown with a warning', phishByName, defencesOfNames),
  row('flood', 'unused clients are few', floodRegistrations, defencesOfRegistration),
  row('documents', 'a document is fetched from its own public address', forgeRequests, defencesOfDocuments),
]
