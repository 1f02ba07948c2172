import { attackAcrossSites } from './attack-across-sites.ts'
import { attackByFile } from './attack-by-file.ts'
import { attackByFrame } from './attack-by-frame.ts'
import { guessFromManyNetworks, guessFromOneNetwork } from './attack-by-guessing.ts'
import { attackByInlineScript } from './attack-by-inline-script.ts'
import { attackByRedirect } from './attack-by-redirect.ts'
import { attackByText } from './attack-by-text.ts'
import { attackAfterPasswordChange, attackByFixation, attackCookie } from './attack-sessions.ts'
import {
  defencesAgainstFrames,
  defencesAgainstRedirects,
  defencesAgainstScripts,
  defencesOfFiles,
  defencesOfTexts,
} from './defences-of-pages.ts'
import {
  defencesAcrossSites,
  defencesAgainstFixation,
  defencesOfCookie,
  defencesOfManyNetworks,
  defencesOfOneNetwork,
  defencesOfPasswordChange,
} from './defences-of-sessions.ts'
import type { Row } from './row.ts'

/** The security table of the dashboard. */
export const rows: Row[] = [
  {
    name: 'other sites',
    promise: 'no other site changes anything or signs a browser in',
    attack: attackAcrossSites,
    defences: defencesAcrossSites,
  },
  {
    name: 'fixation',
    promise: 'a token from before the sign-in is worth nothing after it',
    attack: attackByFixation,
    defences: defencesAgainstFixation,
  },
  {
    name: 'cookie',
    promise: 'the cookie is out of reach of scripts, other sites and open connections',
    attack: attackCookie,
    defences: defencesOfCookie,
  },
  {
    name: 'password',
    promise: 'a new password ends every other session',
    attack: attackAfterPasswordChange,
    defences: defencesOfPasswordChange,
  },
  {
    name: 'frames',
    promise: 'no other site shows our pages in a frame',
    attack: attackByFrame,
    defences: defencesAgainstFrames,
  },
  {
    name: 'redirects',
    promise: 'no link to the sign-in leads to another site',
    attack: attackByRedirect,
    defences: defencesAgainstRedirects,
  },
  {
    name: 'inline scripts',
    promise: 'the page runs files of our own and nothing else',
    attack: attackByInlineScript,
    defences: defencesAgainstScripts,
  },
  {
    name: 'texts',
    promise: 'no text of a user runs in a page',
    attack: attackByText,
    defences: defencesOfTexts,
  },
  {
    name: 'files',
    promise: 'no upload becomes a page',
    attack: attackByFile,
    defences: defencesOfFiles,
  },
  {
    name: 'one network',
    promise: 'a network that guesses passwords is limited, and the owner signs in from elsewhere',
    attack: guessFromOneNetwork,
    defences: defencesOfOneNetwork,
  },
  {
    name: 'many networks',
    promise: 'each of many networks is limited, and the owner signs in from elsewhere',
    attack: guessFromManyNetworks,
    defences: defencesOfManyNetworks,
  },
]
