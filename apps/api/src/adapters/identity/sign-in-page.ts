import type { FastifyReply } from 'fastify';
import { type HtmlPage, renderHtmlPage } from '../../platform/html-page.ts';

export interface SignInPage extends HtmlPage {
  readonly status?: number;
}

/**
 * Renders a page of the sign-in popup. `Cross-Origin-Opener-Policy: unsafe-none` keeps the popup's
 * reference to its opener.
 */
export function renderSignInPage(page: HtmlPage): ReturnType<typeof renderHtmlPage> {
  const { html, headers } = renderHtmlPage(page);
  return { html, headers: { ...headers, 'cross-origin-opener-policy': 'unsafe-none' } };
}

export function sendSignInPage(reply: FastifyReply, page: SignInPage): FastifyReply {
  const { html, headers } = renderSignInPage(page);
  return reply
    .code(page.status ?? 200)
    .headers(headers)
    .send(html);
}
