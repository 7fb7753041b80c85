// Styles of the pages the server renders itself: a card with a sentence and buttons, the first one primary.

export const PAGE_STYLE = `
:root { color-scheme: light dark; --page: #f6f3ee; --surface: #fff; --text: #12242e; --edge: #e5dfd5; --control: #7f8a90; --fill: #0f6e7c; --on: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0c171d; --surface: #13222b; --text: #e9eef0; --edge: #263a45; --control: #5f747f; --fill: #56bccb; --on: #06222a; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page); color: var(--text);
  font: 17px/1.5 system-ui, 'Noto Sans Sinhala', 'Noto Sans Tamil', sans-serif; }
main { width: 100%; max-width: 440px; padding: 24px; background: var(--surface); border: 1px solid var(--edge); border-radius: 12px;
  overflow-wrap: anywhere; }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 20px; }
code { font-size: 14px; }
button { width: 100%; min-height: 48px; padding: 10px 16px; border: 0; border-radius: 8px; background: var(--fill); color: var(--on);
  font: inherit; font-weight: 600; cursor: pointer; }
button + button { margin-top: 12px; border: 1px solid var(--control); background: none; color: inherit; }
nav { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-top: 20px; }
a { color: inherit; display: inline-block; padding: 6px 0; }
a[aria-current] { font-weight: 600; text-decoration: none; }
:focus-visible { outline: 3px solid var(--fill); outline-offset: 2px; }`;
