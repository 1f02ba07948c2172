#!/usr/bin/env bash
# The production loop of an agent, with curl and jq only: a product with its photo, a character, an image and
# a video of both, polled until they are ready, and the data that an upload to the ads platform needs.
#
#   ATELIER_URL=http://127.0.0.1:4100 ATELIER_KEY=hsk_... bash examples/production-loop.sh photo.png [face.png]
set -euo pipefail
url=${ATELIER_URL:-http://127.0.0.1:4100}
key=${ATELIER_KEY:?set ATELIER_KEY to your API key}
photo=${1:?give the photo of a product: PNG, JPEG or WebP}
face=${2:-$photo}

say() { printf '\n%s\n' "$*" >&2; }

# call METHOD PATH [curl arguments]: prints the body. A refusal ends the script with its reason.
call() {
  local method=$1 path=$2 status body
  shift 2
  body=$(curl -sS -X "$method" -H "x-api-key: $key" -w '\n%{http_code}' "$@" "$url$path") || {
    echo "no answer from $url: is bin/dev running? With --port, set ATELIER_URL to the address it printed." >&2
    return 1
  }
  status=${body##*$'\n'} body=${body%$'\n'*}
  if [ "$status" -ge 400 ]; then
    jq -r '"refused: \(.code): \(.error) (request \(.requestId))"' <<<"$body" >&2
    return 1
  fi
  printf '%s' "$body"
}
send() { call POST "$1" -H 'content-type: application/json' -d "$2"; }

# until_ready ID: polls at the interval that the answer names and prints the finished media. A failed or stalled
# job is already refunded, so there is nothing to clean up.
until_ready() {
  local media
  while media=$(call GET "/api/gen/media/$1") && [ "$(jq -r .waiting <<<"$media")" = true ]; do
    jq -r '"  \(.status) \(.progress // 0)% - \(.message)"' <<<"$media" >&2
    sleep "${POLL_SECONDS:-$(jq -r .pollAfterSeconds <<<"$media")}"
  done
  if [ "$(jq -r .status <<<"$media")" != completed ]; then
    jq -r '"  \(.status): \(.message)"' <<<"$media" >&2
    return 1
  fi
  jq -r '"  completed: \(.videoUrl)"' <<<"$media" >&2
  printf '%s' "$media"
}

say '1. Check the balance and the price.'
call GET /api/gen/credits | jq '{balance, budget}'
send /api/gen/quote '{"kind": "image", "prompt": "the mug on a wooden table"}' |
  jq '.quote | {creditsCost, balanceAfter, affordable}'

say '2. Register a product and its photo.'
product=$(send /api/gen/products '{"name": "Mug"}' | jq -r .product.id)
call POST "/api/gen/products/$product/reference" -F label=front -F "file=@$photo" | jq .photo

say '3. Register a character and a customer entry point: the reason why people buy.'
character=$(send /api/gen/characters '{"name": "Mia", "description": "a runner in her thirties"}' |
  jq -r .character.id)
call POST "/api/gen/characters/$character/reference" -F label=face -F "file=@$face" | jq .photo
cep=$(send /api/agent/ceps "$(jq -n --arg productId "$product" \
  '{cepText: "Coffee goes cold in long meetings", painPoint: "cold coffee", $productId}')" | jq -r .cep.id)

say '4. Submit an image. The clientRef makes it safe to send again: the same job, charged once.'
ref="loop-$(date +%s)-$RANDOM"
order=$(jq -n --arg productId "$product" --arg cepId "$cep" --arg clientRef "$ref" \
  '{prompt: "the mug from the photo on a wooden table in morning light", size: "1:1", $productId, $cepId, $clientRef}')
image=$(send /api/gen/image "$order" | jq -r .id)
again=$(send /api/gen/image "$order")
jq '{id, creditsCost, balanceAfter, message}' <<<"$again"
[ "$(jq -r .id <<<"$again")" = "$image" ]

say '5. Submit a video of the character with the product.'
video=$(send /api/gen/video "$(jq -n --arg productId "$product" --arg characterId "$character" \
  '{prompt: "she drinks from the mug after a run", durationSeconds: 6, orientation: "portrait", $productId,
    $characterId}')" | jq -r .id)

say '6. Poll both until they are ready.'
until_ready "$image" | jq '{id, status, inputs: [.inputs[].label], charged, nextAction}'
until_ready "$video" | jq '{id, status, inputs: [.inputs[].label], durationSeconds, orientation}'

say '7. Read what the ads platform needs, download the file and compare its checksum.'
kit=$(call GET "/api/gen/media/$video/download")
jq '{fileName, contentType, sizeBytes, uploadKit}' <<<"$kit"
file=$(mktemp)
trap 'rm -f "$file"' EXIT
curl -sS -o "$file" "$(jq -r .downloadUrl <<<"$kit")"
[ "$(sha256sum "$file" | cut -d ' ' -f 1)" = "$(jq -r .sha256 <<<"$kit")" ]

say '8. Both are in the library of the product, and the ledger is valid.'
call GET "/api/gen/products/$product" | jq '.product | {name, mediaCount, media: [.media[].id]}'
call GET /api/gen/credits | jq '{balance, last: [.transactions[:3][] | {amount, reason, refId}]}'
call GET /api/gen/credits/verify | jq -e '.valid' >/dev/null

say 'Done. Upload the files with the tools of the ads platform.'
