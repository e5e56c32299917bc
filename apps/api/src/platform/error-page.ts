import { errors } from '@redial/contract';
import type { FastifyRequest } from 'fastify';
import { escapeHtml, renderHtmlPage } from './html-page.ts';
import type { Problem } from './problem.ts';

/**
 * Whether a browser shows the response to a person (`Sec-Fetch-Mode`, Fetch Metadata), at a URL that is
 * no endpoint of the contract.
 */
export const isNavigation = ({ headers, routeOptions }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && routeOptions.config.endpoint === undefined;

/** Renders a problem for people: what is wrong, and what they can do. */
export function renderErrorPage({ code, message }: Problem) {
  const { status, title } = errors[code];
  const isTemporary = status === 429 || status >= 500;
  // The page itself, also where its URL begins like that of another host.
  const retry = isTemporary ? '<a class="button" href="">Try again</a>' : '';
  return renderHtmlPage({
    title: `${title} | Redial`,
    body: `<h1>${escapeHtml(title)}</h1>
${message === title ? '' : `<p>${escapeHtml(message)}</p>`}
<div class="actions"><a class="button plain" href="/">Home page</a>${retry}</div>`,
  });
}
