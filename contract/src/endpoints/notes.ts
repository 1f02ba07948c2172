import type { EndpointName } from './index.ts'

const ORDER =
  'References come from your own lists, then from the product (its primary photo), then from the ' +
  'character; five in all, and what does not fit is named in `droppedReferences`. Speak of a reference in ' +
  'the prompt ("the mug from the photo") and describe scene, light and action rather than the thing itself.'

/** What a summary has no room for. */
export const notes: Partial<Record<EndpointName, string>> = {
  submitImage:
    `Costs 400 credits for each image. ${ORDER} Send a \`clientRef\` with every order: the same again is ` +
    'answered with the same job (`Idempotent-Replayed: true`) and charged once, so a lost answer is no risk.',
  submitVideo:
    'As JSON with references, or as multipart/form-data with one `file` (JPEG, PNG or WebP, 10 MB) as the ' +
    `only reference. ${ORDER} The same \`clientRef\` again is answered with the same job.`,
  quoteJob:
    'Send what you would submit, and `kind`. Fields and ownership are judged as in the submit; missing ' +
    'credits are told as `affordable: false`.',
  pollMedia:
    'Poll every 10 seconds (`pollAfterSeconds`) while `waiting` is true. Images are given up after 15 ' +
    'minutes, videos after 30; then the job is `stalled` and refunded. The file is always in `videoUrl`, ' +
    'for images too.',
  listMedia: 'Filters combine. Ids that are not yours are left out.',
  cancelMedia: 'Once the generator has begun, a job runs to its end.',
  downloadMedia:
    '`videoUrl` is enough for most uses. This adds a name, checksums, pixels, and the placements whose ' +
    'shape fits within 2%.',
  readCredits: '`budget` tells what the limits of this key leave for today (UTC).',
  addProductReference:
    'Exactly one of `fileUrl` and `mediaAssetId`, or a form with a `file`. An address is fetched at once ' +
    'and the picture is kept here, so it may vanish afterwards. Fifty active photos at most.',
  addCharacterReference:
    'Exactly one of `fileUrl` and `mediaAssetId`, or a form with a `file`. Fifty active photos at most.',
  attachMedia: 'A media that was ordered with `productId` is attached by itself.',
  createCep:
    'List first, to avoid writing the same twice; `similar` names what is near. Exactly one of `productId` ' +
    'and `topicId`. With 30 active ones the answer is 409 and holds them all.',
  listCeps: 'Exactly one of `productId` and `topicId`.',
  sendReport:
    'Send rows as you read them from the platform, one for each ad and day, every day anew: of two ' +
    'readings the newer counts. Ratios are recomputed from the sums. Name `generatedMediaId` and ' +
    '`platformAdId` together once; from then on the ad’s id is enough. The same `idempotencyKey` again is ' +
    'answered with the same report (`Idempotent-Replayed: true`).',
  searchKnowledge:
    'The best 60, ranked by relevance (0.60), recency (0.25) and evidence (0.15). Words of any language; ' +
    'typos and other endings are forgiven.',
  readHistory:
    'One row for each ad, kind of conversion, attribution and currency. `observed` is the estimate with ' +
    'its 90% bounds, `claimed` what somebody said, `drift` how the two agree.',
  readPatterns:
    'At least 3 ads in 2 campaigns. Observed before claimed, fresh before old, then by `score`: how far ' +
    'the lower bound is above the baseline (50 = at the baseline).',
  readDrift: '`trust` is 0.5 for a reporter of whom nothing could be checked yet.',
  recallKnowledge:
    'Put `text` into a prompt as it is. It quotes what agents wrote, and is empty when nothing is relevant.',
  planCreatives: 'The same question on the same day (UTC) has the same answer.',
  reviewNote:
    '`accept` makes an agent’s note the owner’s, `reject` hides it from search and recall, `undo` takes ' +
    'either back, `pin` keeps it from ageing.',
  importKnowledge:
    'All lines or none. What is known already is skipped, so a repeated import changes nothing. A CSV ' +
    'needs the breakdown by day.',
  createKey: 'At most 10 active keys. A key with `mode: "test"` runs on the simulator, with its own credits.',
  rotateKey: 'The old secret stays valid for the grace.',
  serveClient:
    'Speaks MCP over standard input: `uv run --script svc_mcp.py`, with `SVC_API_KEY` and `SVC_BASE_URL` ' +
    'in its environment. `/api/version` tells its version and SHA-256 too.',
  serveConnect:
    '`uv run --script connect.py` with the address of this deployment sets up a Hermes Agent: key, client, ' +
    'plugins and skills. It says each step, may be run again, and `--remove` takes everything back.',
  serveSkill: 'Hermes Agent installs one by `well-known:` and the address of its folder.',
}
