#!/usr/bin/env bash
# What the memory says about a product, on one page: history, patterns, drift, plan and recall.
#
#   ATELIER_URL=http://127.0.0.1:4100 ATELIER_KEY=hsk_... bash examples/read-memory.sh [PRODUCT_NAME [QUESTION]]
#
# Without a name it takes the product with the most media. Needs curl and jq, and changes nothing.
set -euo pipefail
url=${ATELIER_URL:-http://127.0.0.1:4100}
key=${ATELIER_KEY:?set ATELIER_KEY to your API key}

get() { curl -sS --fail-with-body -H "x-api-key: $key" "$url$1"; }
title() { printf '\n== %s\n' "$1"; }

products=$(get "/api/gen/products?limit=100")
product=$(jq -c --arg name "${1:-}" \
  '[.products[] | select($name == "" or .name == $name)] | max_by(.mediaCount) // error("no such product")' \
  <<<"$products")
id=$(jq -r .id <<<"$product")
about="productId=$id"
question=${2:-$(jq -r .name <<<"$product")}
jq -r '"Product: \(.name)"' <<<"$product"

# Numbers as people say them; what is not known is a dash.
words='
def round_to(digits): . * pow(10; digits) | round | . / pow(10; digits);
def num(digits): if . == null then "-" else round_to(digits) | tostring end;
def pct(digits): if . == null then "-" else "\(100 * . | round_to(digits))%" end;
def money: if . != null and fabs < 100 then num(2) else num(0) end;
def times: if . == null then "-" else "\(round_to(2)) times" end;
def days: if . == null then "not within 60 days" elif . == 0 then "under the usual already"
  else "under the usual in \(.) \(if . == 1 then "day" else "days" end)" end;
def off: if . == null then "no figure" elif fabs < 0.5 then "the same"
  else "\(fabs | num(0))% \(if . < 0 then "lower" else "higher" end)" end;
def rare: if . < 0.0001 then "less than 0.01%" else pct(2) end;
def words: gsub("_"; " ");
def expected: "between \(.low | num(2)) and \(.high | num(2)) times the usual, most likely \(.expected | num(2))";
def margin: .currency as $currency | .profit // empty |
  "profit \(.profit | money) \($currency // ""): \(.poas | num(2)) of margin for each 1 spent";
def format: [(.mediaType // "-" | ascii_downcase), (.orientation // "-")] | join(" ");'

title "History: what ran, most spend first"
get "/api/agent/knowledge/history?$about&limit=100" | jq -r "$words"'
  .history | sort_by(-(.spend // 0))[] |
  "\(.tier)  \(.platformAdId // .generatedMediaId)  \(.campaignName // "-")  (\(format))",
  "    hook: \(.hook // "none")   character: \(.characterName // "none")   CEP: \(.cepText // "-")",
  "    \(.windowStart // "-") to \(.windowEnd // "-"): spent \(.spend | money) \(.currency // "")," +
    " \(.conversions | num(1)) conversions, CTR \(.ctr | pct(2)), CPA \(.cpa | num(2)), ROAS \(.roas | num(2))",
  (select(.observed) | .observed | "    estimate: \(.metric | ascii_upcase) \(.value | num(2)), likely between " +
    "\(.low | num(2)) and \(.high | num(2)); \(.lift | times) the usual \(.baseline | num(2))"),
  (select(.tierReason) | "    \(.tierReason)"),
  (select(.profit) | "    \(margin); earns from a ROAS of \(.profit.breakEvenRoas | num(2))"),
  (.frequency // empty | "    frequency \(.value | num(1)) in the seven days to \(.lastDay)"),
  (select(.funnel.steps) | "    " + ([.funnel.steps[] | "\(.step) \(.rate | pct(1)) (usual \(.usual | pct(1)))"]
    | join(", "))),
  (.funnel.leak // empty | "    loses most people at \(.step): \(.lift | times) the usual rate, by chance with a " +
    "probability of \(.chance | rare)"),
  (.liftTest // empty | "    lift test to \(.windowEnd): \(.liftPct | num(0))% more conversions (\(.lowPct | num(0)) to " +
    "\(.highPct | num(0))%), \(.incremental | num(0)) caused, each for \(.incrementalCpa | num(2))"),
  (.drift // empty | "    \(.subject.source) claimed a \(.metric | ascii_upcase) of \(.claimed | num(2)): " +
    "\(.verdict | words)")'

title "Patterns: what ads that work have in common"
get "/api/agent/knowledge/patterns?$about&limit=10" | jq -r "$words"'
  (.baseline // empty | "usual in the last \(.days) days: ROAS \(.roas | num(2)), CPA \(.cpa | num(2)), " +
    "CTR \(.ctr | pct(2))"),
  (select(.patterns == []) | "none: too few ads have something in common"),
  (.patterns[] | "\(.tier)  \(.title)", "    \(.why)",
    "    estimate: \(.metric | ascii_upcase) \(.estimate | num(2)), very likely above \(.lowerBound | num(2)); " +
    "\(.lift | times) the usual \(.baseline | num(2))",
    (select(.profit) | "    \(margin)"),
    (.funnel.leak // empty | "    loses most people at \(.step): \(.lift | times) the usual rate"))'

title "Drift: what was claimed, and what the rows say"
get "/api/agent/knowledge/drift?$about&limit=20" | jq -r "$words"'
  (.drift[] | "\(.verdict | words)  \(.subject.platformAdId // "-")  \(.subject.source) said " +
    "\(.metric | ascii_upcase) \(.claimed | num(2)), the rows of these days say \(.observed | num(2)) " +
    "(\(.driftPct | off))"),
  (.reporters[] | "\(.source), for all products: \(.confirmed) of \(.comparable) claims confirmed, " +
    "trust \(.trust | num(2)), rows usually \(.biasPct | off)")'

title "Plan: what to make next, and what to replace"
get "/api/agent/knowledge/plan?$about" | jq -r "$words"'
  .message, (.plan |
  (select(.fewWinners) | .fewWinners),
  (.make[] | "make \(.count)  \(format)  for \(.creditsCost) credits", "    CEP: \(.cepText)",
    "    hook: \(.hook // "a new one")", "    \(.reason)", "    \(.lift | expected)"),
  (.replace[] | "replace \(.platformAdId // .generatedMediaId): \(.fall.days | days), in the next seven days it loses " +
    "\(.expectedLoss | money) \(.currency) against the usual",
    (.by // empty | "    by \(format), CEP: \(.cepText)", "    hook: \(.hook // "a new one")", "    \(.reason)",
      "    \(.lift | expected)")))'

title "Recall: what an agent is told before it answers \"$question\""
get "/api/agent/knowledge/recall?$about&q=$(jq -rn --arg q "$question" '$q | @uri')" | jq -r '.recall.text'
