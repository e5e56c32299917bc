import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../platform/html-page.ts';
import { googleErrorCodes } from './better-auth.ts';
import { parseDeviceId } from './body-validation.ts';
import { GoogleUnreachable, type WithGoogleAuth } from './google.ts';
import { readChallenge } from './second-factor-challenge.ts';
import { sendSignInPage } from './sign-in-page.ts';
import { basePath, routeOptions, toWebRequest } from './web-request.ts';

/*
 * "Sign in with Google" in a popup.
 *
 * 1. On the click itself (otherwise browsers block the popup) the web app opens
 *    `{api}/identity/google/start?origin={its own origin}&device={id}` with `window.open`. This route sets the
 *    cookie that binds the flow to this browser, and redirects the popup to the provider.
 * 2. The provider redirects it to `/identity/callback/google`, where Better Auth verifies state,
 *    PKCE, nonce and ID token. That page posts one message to its opener:
 *
 *      { type: 'redial:google', ok: true, token, newUser }    token: a session token, for
 *                                                             `Authorization: Bearer`
 *      { type: 'redial:google', ok: true, challenge }         of an account with a second factor
 *      { type: 'redial:google', ok: false, code, message }    message: an error message for the user;
 *                                                             code `access_denied`: cancelled
 *
 *    and closes itself. The target of the message is the origin of step 1, which must be one of the
 *    web app's own, so no other page can receive it.
 * 3. The web app accepts a message only if `event.source` is the popup that it opened and
 *    `event.origin` is the API's. It polls `closed` to notice that the user closed the popup.
 *
 * The opener must be served with `Cross-Origin-Opener-Policy: same-origin-allow-popups` (or none):
 * `same-origin` would remove the reference between the two. No session cookie is set: the opener
 * receives the token and stores it.
 */

export interface GooglePopupOptions {
  readonly google: WithGoogleAuth;
  readonly publicUrl: string;
  readonly webOrigins: readonly string[];
}

type Outcome =
  | { readonly ok: true; readonly token: string; readonly newUser: boolean }
  | { readonly ok: true; readonly challenge: string }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** Keeps the id of the device while the popup is at the provider. */
const deviceCookie = (publicUrl: string, deviceId: string) =>
  `redial.device=${deviceId}; Path=${basePath}/callback; Max-Age=600; HttpOnly; SameSite=Lax${
    publicUrl.startsWith('https:') ? '; Secure' : ''
  }`;
const deviceCookiePattern = /(?:^|; )redial\.device=([^;]*)/;

/** Messages by error code; other codes use the last message. */
const messages: Record<string, string> = {
  access_denied: 'Sign-in with Google was cancelled',
  account_not_linked:
    'There is already an account with this e-mail address. Sign in with its password, or choose “Forgot password”: after that Google works too.',
  [googleErrorCodes.unverified]: 'Google has not verified this e-mail address',
  [googleErrorCodes.unusable]: 'This e-mail address cannot be used here',
  unreachable: 'Google cannot be reached just now, try again shortly',
  state_mismatch: 'This sign-in took too long or was begun elsewhere, try again',
  too_many: 'Too many sign-ins from here, wait a little',
  failed: 'Sign-in with Google did not work, try again',
};

export const googlePopupRoutes: FastifyPluginAsync<GooglePopupOptions> = async (app, options) => {
  const { google, publicUrl, webOrigins } = options;

  app.get<{ Querystring: { origin?: unknown; device?: unknown } }>(
    `${basePath}/google/start`,
    routeOptions,
    async (request, reply) => {
      const { origin } = request.query;
      if (typeof origin !== 'string' || !webOrigins.includes(origin)) {
        return sendSignInPage(reply, {
          status: 403,
          title: 'Sign-in refused',
          body: '<h1>Sign-in refused</h1><p>This page was not opened by Redial. Close it and start again from the sign-in page.</p>',
        });
      }
      try {
        const done = `${publicUrl}${basePath}/google/done?origin=${encodeURIComponent(origin)}`;
        const call = toWebRequest(publicUrl, '/sign-in/social', request, {
          provider: 'google',
          callbackURL: done,
          errorCallbackURL: done,
          newUserCallbackURL: `${done}&new=1`,
        });
        const authResponse = await google((auth) => auth.handler(call));
        if (authResponse.status === 429) return finish(reply, origin, toFailure('too_many'));
        const { url } = (await authResponse.json()) as { url?: string };
        if (!authResponse.ok || !url) return finish(reply, origin, toFailure('failed'));
        forwardCookies(reply, authResponse, () => true);
        const deviceId = parseDeviceId(request.query.device);
        if (deviceId) reply.header('set-cookie', deviceCookie(publicUrl, deviceId));
        return reply
          .header('cache-control', 'no-store')
          .header('cross-origin-opener-policy', 'unsafe-none')
          .redirect(url, 303);
      } catch (error) {
        return unreachable(error, request, reply, origin);
      }
    },
  );

  app.get(`${basePath}/callback/google`, routeOptions, async (request, reply) => {
    const query = request.url.slice(request.url.indexOf('?'));
    const [, cookie] = deviceCookiePattern.exec(request.headers.cookie ?? '') ?? [];
    const deviceId = parseDeviceId(cookie);
    const call = toWebRequest(publicUrl, `/callback/google${query}`, request, undefined, deviceId);
    try {
      const { authResponse, sessionCookie, challenge } = await google(async (auth) => {
        const authResponse = await auth.handler(call);
        return {
          authResponse,
          sessionCookie: (await auth.$context).authCookies.sessionToken.name,
          challenge: await readChallenge(auth, authResponse),
        };
      });
      // Better Auth reports the outcome in the URL to which it redirects.
      const next = URL.parse(authResponse.headers.get('location') ?? '', publicUrl)?.searchParams;
      const origin = next?.get('origin') ?? '';
      if (challenge) return finish(reply, origin, { ok: true, challenge });
      forwardCookies(reply, authResponse, (cookie) => !cookie.startsWith(`${sessionCookie}=`));
      // The session token as returned by the bearer plugin, followed by a cookie signature.
      const [token] = authResponse.headers.get('set-auth-token')?.split('.') ?? [];
      if (token)
        return finish(reply, origin, { ok: true, token, newUser: next?.has('new') === true });
      return finish(reply, origin, toFailure(next?.get('error') ?? 'failed'));
    } catch (error) {
      return unreachable(error, request, reply, '');
    }
  });

  function unreachable(err: unknown, request: FastifyRequest, reply: FastifyReply, origin: string) {
    if (!(err instanceof GoogleUnreachable)) throw err;
    request.log.warn({ err }, 'Google cannot be reached');
    return finish(reply, origin, toFailure('unreachable'));
  }

  function finish(reply: FastifyReply, origin: string, outcome: Outcome) {
    const target = webOrigins.includes(origin) ? origin : webOrigins[0];
    const needsCode = outcome.ok && 'challenge' in outcome;
    const body = needsCode
      ? '<h1>One more step</h1><p>Enter the code of your authenticator app in the window behind this one.</p>'
      : outcome.ok
        ? '<h1>You are signed in</h1><p>This window closes by itself.</p>'
        : `<h1>Not signed in</h1><p>${escapeHtml(outcome.message)}</p>`;
    return sendSignInPage(reply, {
      title: outcome.ok ? 'Signed in' : 'Not signed in',
      body: `${body}<div class="actions"><button class="button plain" type="button" id="close">Close this window</button></div>`,
      script: {
        code: postOutcomeScript,
        data: { target, message: { type: 'redial:google', ...outcome } },
      },
    });
  }
};

/** Runs in the popup: posts the outcome to the opener and closes the window. */
const postOutcomeScript = `
const { target, message } = JSON.parse(document.getElementById('data').textContent);
document.getElementById('close').addEventListener('click', () => window.close());
history.replaceState(null, '', location.pathname);
if (window.opener) {
  window.opener.postMessage(message, target);
  window.close();
}
`;

function toFailure(code: string): Outcome {
  const known = Object.hasOwn(messages, code) ? code : 'failed';
  return { ok: false, code: known, message: messages[known] ?? '' };
}

function forwardCookies(
  reply: FastifyReply,
  authResponse: Response,
  accept: (cookie: string) => boolean,
) {
  for (const cookie of authResponse.headers.getSetCookie()) {
    if (accept(cookie)) reply.header('set-cookie', cookie);
  }
}
