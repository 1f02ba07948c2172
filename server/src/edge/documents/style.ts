/** The style of the reference. The page's policy allows only this text, by its hash. */
export const STYLE = `
:root {
  --ink: #1d2126; --soft: #5a636e; --line: #e3e6ea; --paper: #ffffff; --shade: #f6f7f9;
  --link: #0b5cad; --key: #0b5cad; --text: #1a7f37; --number: #9a3b00;
  --get: #1a6fb5; --post: #1a7f37; --patch: #9a6700; --delete: #c1272d;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e7eb; --soft: #98a2ad; --line: #2c333b; --paper: #14181d; --shade: #1b2027;
    --link: #79b8ff; --key: #79b8ff; --text: #7ee2a0; --number: #ffab70;
    --get: #79b8ff; --post: #7ee2a0; --patch: #f2cc60; --delete: #ff8f8f;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { font-size: 0.875em; }
pre { margin: 0 0 1rem; padding: 0.9rem 1rem; overflow: auto; background: var(--shade);
  border: 1px solid var(--line); border-radius: 8px; font-size: 13px; line-height: 1.5;
  white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { font-size: inherit; }
pre.answer { max-height: 26rem; }
pre b { font-weight: 400; }
b.k { color: var(--key); } b.s { color: var(--text); } b.n { color: var(--number); }
.page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 90rem; margin: 0 auto; }
nav.side { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 2rem 1rem 3rem 1.5rem;
  border-right: 1px solid var(--line); font-size: 14px; line-height: 1.35; }
nav p { margin: 1.4rem 0 0.3rem; color: var(--soft); font-size: 12px; font-weight: 600;
  letter-spacing: 0.06em; text-transform: uppercase; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: flex; gap: 0.5rem; padding: 0.22rem 0.4rem; border-radius: 6px; color: var(--ink); }
nav li a:hover { background: var(--shade); text-decoration: none; }
nav .method { flex: none; width: 3.1rem; font-size: 10px; line-height: 19px; }
nav.top { display: none; }
main { min-width: 0; padding: 2.5rem clamp(1.25rem, 3vw, 3rem) 6rem; }
h1 { margin: 0 0 0.4rem; font-size: 2.1rem; line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin: 3.5rem 0 0.8rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; }
h3 { margin: 0 0 0.5rem; font-size: 1rem; line-height: 1.5; }
h3 a { color: inherit; }
h3 code { font-size: 1rem; overflow-wrap: anywhere; }
h4 { margin: 1.4rem 0 0.2rem; font-size: 0.8rem; color: var(--soft); font-weight: 600; }
p { margin: 0 0 1rem; max-width: 46rem; }
.lead { color: var(--soft); font-size: 1.1rem; }
.method { font: 600 12px/1 ui-monospace, Menlo, Consolas, monospace; letter-spacing: 0.02em; }
.get { color: var(--get); } .post { color: var(--post); }
.patch { color: var(--patch); } .delete { color: var(--delete); }
.endpoint { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); gap: 0 2.5rem;
  padding: 2rem 0 1rem; border-top: 1px solid var(--line); }
.shown { position: sticky; top: 1.5rem; align-self: start; }
.summary { font-size: 1.05rem; margin-bottom: 0.5rem; }
.access, .status { color: var(--soft); font-size: 14px; }
.status { margin: 0 0 0.4rem; }
.fields { margin: 0; }
.fields > div { display: grid; grid-template-columns: minmax(8rem, 13rem) minmax(0, 1fr); gap: 0 1rem;
  padding: 0.5rem 0; border-top: 1px solid var(--line); font-size: 14px; line-height: 1.5; }
dt { overflow-wrap: anywhere; } dd { margin: 0; overflow-wrap: anywhere; }
.type { color: var(--soft); } .type em { color: var(--delete); font-style: normal; }
details { margin: 1.2rem 0; font-size: 14px; }
summary { cursor: pointer; color: var(--soft); font-weight: 600; }
.refusals { margin: 0.6rem 0 0; padding: 0; list-style: none; }
.refusals li { padding: 0.35rem 0; border-top: 1px solid var(--line); }
.refusals i { color: var(--soft); font-style: normal; }
table { border-collapse: collapse; width: 100%; margin: 0 0 1.5rem; font-size: 14px; line-height: 1.45; }
th { text-align: left; color: var(--soft); font-weight: 600; white-space: nowrap; }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:first-child, td code { white-space: nowrap; }
#limits table, #statuses table { max-width: 60rem; } #prices table { width: auto; }
#prices td, #prices th { padding-right: 2.5rem; }
article[id^=object-] { padding: 1.5rem 0 0; max-width: 52rem; }
.steps { padding-left: 1.3rem; max-width: 52rem; } .steps > li { margin-bottom: 1rem; }
section > pre { max-width: 52rem; }
td :target, article:target h3 { background: var(--line); }
@media (max-width: 1180px) {
  .endpoint { grid-template-columns: minmax(0, 1fr); } .shown { position: static; }
}
@media (max-width: 780px) {
  .page { display: block; } nav.side { display: none; }
  nav.top { display: block; padding: 0.9rem 1.25rem; border-bottom: 1px solid var(--line); font-size: 15px; }
  nav.top details { margin: 0; } nav.top summary { color: var(--ink); }
  nav.top li a { padding: 0.4rem 0; }
  main { padding-top: 1.5rem; } h1 { font-size: 1.7rem; } h2 { margin-top: 2.5rem; font-size: 1.3rem; }
  .fields > div { grid-template-columns: minmax(0, 1fr); }
  table, tbody, tr, td { display: block; } thead { display: none; }
  #prices table { width: 100%; }
  tr { padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
  td { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); align-items: baseline;
    padding: 0.1rem 0; border: 0; }
  td::before { content: attr(data-head); color: var(--soft); }
  td:empty { display: none; } td:first-child, td code { white-space: normal; overflow-wrap: anywhere; }
  td[data-head="meaning and what to do"], td[data-head="what to do"] { display: block; }
  td[data-head="meaning and what to do"]::before, td[data-head="what to do"]::before { content: none; }
}
@media print { nav { display: none; } .page { display: block; } pre.answer { max-height: none; } }
`
