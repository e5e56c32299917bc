import { randomBytes } from 'node:crypto';

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

export interface HtmlPage {
  readonly title: string;
  /** HTML; the caller escapes user input. */
  readonly body: string;
  /** Styles in addition to the common ones. */
  readonly styles?: string;
  /** An inline script, and JSON data for it. */
  readonly script?: { readonly code: string; readonly data: unknown };
}

/**
 * Renders a small page that needs nothing but itself. Styles and scripts require a nonce, everything else
 * is blocked.
 */
export function renderHtmlPage({ title, body, styles = '', script }: HtmlPage): {
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
<style nonce="${nonce}">${commonStyles}${styles}</style>
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

/** Serializes JSON so that it cannot close its script element. */
const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const commonStyles = `
:root {
  color-scheme: light dark;
  --ground: light-dark(oklch(0.984 0.004 85), oklch(0.165 0.014 268));
  --sheet: light-dark(oklch(1 0 0), oklch(0.206 0.016 268));
  --hover: light-dark(oklch(0.956 0.006 85), oklch(0.245 0.018 268));
  --ink: light-dark(oklch(0.215 0.022 268), oklch(0.955 0.006 85));
  --quiet: light-dark(oklch(0.445 0.02 268), oklch(0.775 0.012 268));
  --line: light-dark(oklch(0.9 0.007 85), oklch(0.305 0.018 268));
  --edge: light-dark(oklch(0.62 0.014 268), oklch(0.53 0.018 268));
  --accent: light-dark(oklch(0.465 0.235 265), oklch(0.765 0.125 272));
  --on-accent: light-dark(oklch(0.99 0.004 85), oklch(0.17 0.03 268));
  --bad: light-dark(oklch(0.505 0.19 24), oklch(0.755 0.135 22));
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center;
  padding: 1rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main {
  width: 100%; max-width: 26rem; padding: clamp(1.25rem, 7vw, 2rem); background: var(--sheet);
  border: 1px solid var(--line); border-radius: 1.5rem;
  box-shadow: 0 12px 28px -8px light-dark(oklch(0.3 0.04 268 / 0.1), oklch(0.05 0.01 268 / 0.5));
}
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.2; font-weight: 650; letter-spacing: -.02em; text-wrap: balance; }
p { margin: 0; color: var(--quiet); text-wrap: pretty; }
.note { margin-top: 1.5rem; font-size: .8125rem; }
.mark {
  display: inline-block; margin-bottom: 1.25rem; padding: .125rem .625rem; border: 1px solid var(--line);
  border-radius: 999px; color: var(--quiet); font-size: .75rem; font-weight: 550;
}
label { display: block; margin-top: .75rem; font-size: .875rem; font-weight: 550; }
input {
  display: block; width: 100%; margin-top: .25rem; padding: .625rem .75rem; border: 1px solid var(--edge);
  border-radius: .625rem; background: transparent; color: inherit; font: inherit;
}
.actions { display: flex; justify-content: flex-end; gap: .75rem; margin-top: 1.25rem; }
.button {
  text-decoration: none; padding: .625rem 1.125rem; border: 1px solid var(--accent); border-radius: .625rem; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 580; cursor: pointer;
}
.button.plain { background: none; border-color: var(--edge); color: var(--ink); }
.button.plain:hover { background: var(--hover); }
.problem { margin-top: .75rem; color: var(--bad); font-size: .875rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
