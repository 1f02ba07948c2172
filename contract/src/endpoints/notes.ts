import type { EndpointName } from './endpoints.ts'

const REFERENCES =
  'References are taken from the ids and URLs that you send, then from the product (its primary photo), ' +
  'then from the character; at most five in total, and those that do not fit are in `droppedReferences`. ' +
  'Refer to a reference in the prompt ("the mug from the photo") and describe scene, light and action ' +
  'rather than the subject itself.'

/** Details that do not fit into a summary. */
export const notes: Partial<Record<EndpointName, string>> = {
  submitImage:
    `Costs 400 credits per image. ${REFERENCES} Send a \`clientRef\` with every submit: sending the same ` +
    'request again returns the same job (`Idempotent-Replayed: true`), charged once, so a lost response is ' +
    'no risk.',
  submitVideo:
    'As JSON with references, or as multipart/form-data with one `file` (JPEG, PNG or WebP, 10 MB) as the ' +
    `only reference. ${REFERENCES} Sending the same \`clientRef\` again returns the same job.`,
  quoteJob:
    'Send the fields of the submit, and `kind`. Fields and ownership are checked as in the submit; missing ' +
    'credits only set `affordable` to false.',
  pollMedia:
    'Poll every 10 seconds (`pollAfterSeconds`) while `waiting` is true. A job without a result after 15 ' +
    'minutes (images) or 30 minutes (videos) is `stalled` and refunded. The file is always in `videoUrl`, ' +
    'for images too.',
  listMedia: 'Filters combine. Ids that are not yours are left out.',
  cancelMedia: 'A job that is already rendering cannot be cancelled.',
  downloadMedia:
    '`videoUrl` is enough for most uses. This adds a file name, checksums, dimensions, and the placements ' +
    'whose ratio fits within 2%.',
  readCredits: '`budget` is what the limits of this key leave for today (UTC).',
  addProductReference:
    'Send exactly one of `fileUrl` and `mediaAssetId`, or a form with a `file`. A URL is fetched at once ' +
    'and the image is stored, so the original may disappear afterwards. At most 50 active photos.',
  addCharacterReference:
    'Send exactly one of `fileUrl` and `mediaAssetId`, or a form with a `file`. At most 50 active photos.',
  attachMedia: 'Media submitted with `productId` is attached automatically.',
  createCep:
    'List the existing CEPs first to avoid duplicates; `similar` lists the nearest. Send exactly one of ' +
    '`productId` and `topicId`. With 30 active CEPs the response is 409 and lists them all.',
  listCeps: 'Send exactly one of `productId` and `topicId`.',
  sendReport:
    'Send rows as you read them from the platform, one per ad and day, and send each day again while its ' +
    'numbers change: for one day the latest reading counts. Ratios are recomputed from the sums. Send ' +
    '`generatedMediaId` and `platformAdId` together once; afterwards the ad id is enough. Sending the same ' +
    '`idempotencyKey` again returns the same report (`Idempotent-Replayed: true`).',
  searchKnowledge:
    'The best 60 hits, ranked by relevance (0.60), recency (0.25) and evidence (0.15). Works in any ' +
    'language and tolerates typos and inflected forms.',
  readHistory:
    'One row per ad, conversion type, attribution and currency. `observed` is the estimate with its 90% ' +
    'bounds, `claimed` is the latest claim, `drift` is the comparison of the two.',
  readPatterns:
    'A pattern needs at least 3 ads in 2 campaigns. Sorted by evidence (observed before claimed), ' +
    'freshness, then `score`: how far the lower bound is above the baseline (50 = at the baseline).',
  readDrift: '`trust` is 0.5 for a reporter without a claim that could be checked.',
  recallKnowledge:
    'Put `text` into a prompt unchanged. It quotes what agents wrote, and is empty when nothing is relevant.',
  planCreatives: 'The same request on the same day (UTC) returns the same plan.',
  reviewNote:
    '`accept` makes an agent’s note the owner’s, `reject` hides it from search and recall, `undo` reverts ' +
    'either, `pin` keeps it from ageing.',
  importKnowledge:
    'A file with an invalid line imports nothing. Lines are stored in parts: after an interruption or a ' +
    'full quota, send the same file again. Known lines are skipped, so repeating an import changes ' +
    'nothing. ' +
    'A CSV needs the breakdown by day.',
  createKey: 'At most 10 active keys. A key with `mode: "test"` runs on the simulator with its own credits.',
  rotateKey: 'The old secret stays valid for `graceHours`.',
  serveClient:
    'Speaks MCP over standard input: `uv run --script svc_mcp.py`, with `SVC_API_KEY` and `SVC_BASE_URL` ' +
    'in its environment. `/api/version` has its version and SHA-256.',
  serveConnect:
    '`uv run --script connect.py` with the URL of this deployment sets up an agent host (`--host`, by ' +
    'default Hermes Agent): key, client, plugins and skills. It prints each step, can be run again, and ' +
    '`--remove` undoes everything.',
  serveWheel:
    '`uvx --from` with this URL and the command `svc-mcp` runs the client. Another version has another ' +
    'address, because uv stores packages by their address.',
  listStandardSkills: 'Installers of skills find it by the address of the deployment.',
  serveSkill: 'Hermes Agent installs a skill by `well-known:` and the URL of its folder.',
}
