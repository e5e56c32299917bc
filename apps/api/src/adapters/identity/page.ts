import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Text that is safe between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

export interface Page {
  readonly title: string;
  /** HTML; whoever writes it escapes what it shows. */
  readonly body: string;
  /** A script of ours, and data for it. */
  readonly script?: { readonly code: string; readonly data: unknown };
  readonly status?: number;
}

/**
 * Makes one of the small pages that a sign-in window shows. Styles and script run by a nonce, and
 * nothing else may run. `Cross-Origin-Opener-Policy: unsafe-none` keeps the window's tie to the page
 * that opened it.
 */
export function renderPage({ title, body, script }: Page): {
  html: string;
  headers: Record<string, string>;
} {
  const nonce = randomBytes(16).toString('base64');
  const scripts = script
    ? `<script type="application/json" id="data">${inlineJson(script.data)}</script>
<script nonce="${nonce}">${script.code}</script>`
    : '';
  return {
    headers: {
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    },
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${styles}</style>
</head>
<body>
<main>
${body}
</main>
${scripts}
</body>
</html>
`,
  };
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { html, headers } = renderPage(page);
  return reply
    .code(page.status ?? 200)
    .headers(headers)
    .send(html);
}

/** JSON that cannot end the element that it stands in. */
const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const styles = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f3ef, #131417);
  --sheet: light-dark(#ffffff, #1c1e22);
  --ink: light-dark(#1a1b1e, #f0efec);
  --quiet: light-dark(#5c5f66, #a5a8b0);
  --line: light-dark(#e2e0d9, #33363c);
  --hover: light-dark(#f7f6f2, #25282d);
  --accent: light-dark(#1d4ed8, #9db8ff);
  --on-accent: light-dark(#ffffff, #10131c);
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center;
  padding: 1rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main {
  width: 100%; max-width: 26rem; padding: 2rem; background: var(--sheet);
  border: 1px solid var(--line); border-radius: 1.25rem;
}
h1 { margin: 0 0 .25rem; font-size: 1.375rem; line-height: 1.25; font-weight: 620; letter-spacing: -.015em; text-wrap: balance; }
p { margin: 0; color: var(--quiet); }
.note { margin-top: 1.5rem; font-size: .8125rem; }
.mark {
  display: inline-block; margin-bottom: 1.25rem; padding: .1875rem .625rem; border: 1px solid var(--line);
  border-radius: 99rem; color: var(--quiet); font-size: .75rem; font-weight: 550;
}
form { margin: 0; }
ul { list-style: none; margin: 1.25rem 0 0; padding: 0; border-top: 1px solid var(--line); }
li { border-bottom: 1px solid var(--line); }
.person {
  display: flex; align-items: center; gap: .875rem; width: 100%; padding: .75rem .5rem; border: 0;
  background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; border-radius: .5rem;
}
.person:hover { background: var(--hover); }
.face {
  flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%;
  font-size: .875rem; font-weight: 620; color: #fff; background: var(--face, #55606e);
}
.who { display: grid; min-width: 0; }
.who strong { font-weight: 580; }
.who span { color: var(--quiet); font-size: .875rem; overflow-wrap: anywhere; }
details { margin-top: 1rem; }
summary { padding: .5rem; margin-inline: -.5rem; border-radius: .5rem; cursor: pointer; font-weight: 550; color: var(--accent); }
label { display: block; margin-top: .875rem; font-size: .875rem; font-weight: 550; }
input {
  display: block; width: 100%; margin-top: .25rem; padding: .625rem .75rem; border: 1px solid light-dark(#8a8d94, #6c7079);
  border-radius: .625rem; background: transparent; color: inherit; font: inherit;
}
.actions { display: flex; gap: .75rem; margin-top: 1.25rem; }
.button {
  padding: .625rem 1.125rem; border: 1px solid var(--accent); border-radius: .625rem; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 580; cursor: pointer;
}
.button.plain { background: none; border-color: light-dark(#8a8d94, #6c7079); color: var(--ink); }
.problem { margin-top: 1rem; color: light-dark(#b42318, #ffa59b); font-size: .875rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.c0 { --face: #2f6f5e; } .c1 { --face: #7a4b9a; } .c2 { --face: #a2542b; } .c3 { --face: #4b5a78; }
`;
