#!/usr/bin/env bash
# What an agent does with results, with curl and jq only: it reports the daily rows of several ads and a claim
# that is too high, then reads history, patterns, drift, search, recall and a plan.
#
#   ATELIER_URL=http://127.0.0.1:4100 ATELIER_KEY=hsk_... bash examples/memory-loop.sh
set -euo pipefail
url=${ATELIER_URL:-http://127.0.0.1:4100}
key=${ATELIER_KEY:?set ATELIER_KEY to your API key}

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
ask() { call GET "$1" -G "${@:2}"; }

say '1. A product, why people buy it, and three pictures of it.'
product=$(send /api/gen/products '{"name": "Hand cream"}' | jq -r .product.id)
cep=$(send /api/agent/ceps "$(jq -n --arg productId "$product" '{$productId, cepText: "Dry skin after flights",
  painPoint: "dry skin", angle: "soft before landing"}')" | jq -r .cep.id)
run="run-$(date +%s)-$RANDOM"
media=()
for n in 1 2 3; do
  media+=("$(send /api/gen/image "$(jq -n --arg productId "$product" --arg cepId "$cep" --arg ref "$run-$n" \
    '{prompt: "hands in a plane window light", size: "2:3", $productId, $cepId, clientRef: $ref}')" | jq -r .id)")
done

# rows SPEND CONVERSIONS REVENUE: five days of one ad, as read from the ads platform just now.
rows() {
  jq -n --argjson spend "$1" --argjson conversions "$2" --argjson revenue "$3" --arg at "$(date -u +%FT%TZ)" \
    '[range(4; 9) | {day: (now - . * 86400 | strftime("%F")), currency: "EUR", $spend, impressions: 6000,
      clicks: 90, $conversions, conversionType: "purchase", $revenue, attribution: "7d_click",
      objective: "OUTCOME_SALES", fetchedAt: $at}]'
}

say '2. Report the rows of each ad every day. Name media and ad together once. A repeated report changes nothing.'
at=0
for figures in '120 8 520' '110 7 430' '130 9 600'; do
  # shellcheck disable=SC2086
  report=$(jq -n --argjson rows "$(rows $figures)" --arg media "${media[$at]}" --arg ad "$run-$at" \
    '{idempotencyKey: $ad, kind: "observation", generatedMediaId: $media, platformAdId: $ad,
      campaignName: (if $ad | endswith("2") then "Travel" else "Winter" end), $rows}')
  send /api/agent/reports "$report" | jq -c .report
  send /api/agent/reports "$report" >/dev/null
  at=$((at + 1))
done
say '   Two more ads of the product with worse results, for comparison.'
for ad in "$run-slow" "$run-slower"; do
  send /api/agent/reports "$(jq -n --argjson rows "$(rows 150 2 90)" --arg ad "$ad" --arg productId "$product" \
    '{idempotencyKey: $ad, kind: "observation", platformAdId: $ad, $productId, campaignName: "Winter", $rows}')" |
    jq -c .report
done

say '3. A claim without rows stays a claim. This one is too high; its note waits for review.'
send /api/agent/reports "$(jq -n --arg ad "$run-0" '{idempotencyKey: ("claim " + $ad), kind: "claim",
  platformAdId: $ad, metric: "roas", value: 9, windowStart: (now - 8 * 86400 | strftime("%F")),
  windowEnd: (now - 4 * 86400 | strftime("%F")), note: "Soft hands before landing works best"}')" | jq -c .

say '4. What ran: sums, estimate with bounds, claim, verdict, tier.'
ask /api/agent/knowledge/history -d "productId=$product" |
  jq -c '.history[] | {platformAdId, roas, observed: .observed.value, tier, verdict: .drift.verdict}'

say '5. What wins, and how sure that is.'
ask /api/agent/knowledge/patterns -d "productId=$product" |
  jq -c '(.baseline | {roas, conversions}), (.patterns[] | {title, estimate, lowerBound, score, tier, why})'

say '6. Where claims and observations differ, and which reporters are accurate.'
ask /api/agent/knowledge/drift | jq -c '.drift[0] | {claimed, observed, driftPct, verdict}'
ask /api/agent/knowledge/drift | jq -c '.reporters[]'

say '7. Search, and the block for a prompt.'
ask /api/agent/knowledge/search --data-urlencode 'q=dry skin after flights' |
  jq -c '.hits[:3][] | {kind, score, evidence, age, text}'
ask /api/agent/knowledge/recall --data-urlencode 'q=soft hands before landing' | jq -r .recall.text

say '8. What to make next.'
ask /api/agent/knowledge/plan -d "productId=$product" -d active=3 -d target=5 |
  jq -c '.plan.make[] | {mediaType, orientation, count, reason}'

say '9. A quote warns about a prompt that resembles a losing one. Everything can be exported.'
send /api/gen/quote '{"kind": "image", "prompt": "hands in a plane, window light"}' | jq -c .quote.warnings
ask /api/agent/knowledge/export | jq -r .kind | sort | uniq -c >&2

say 'Done.'
