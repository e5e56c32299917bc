import { randomBytes } from 'node:crypto';
import { normalizeEmail } from '@redial/contract';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import type { InteractionResults, Provider } from 'oidc-provider';
import type { GoogleClient } from '../google.ts';
import { type SignInPage, sendSignInPage } from '../sign-in-page.ts';
import { basePath, routeOptions } from '../web-request.ts';
import { accountPickerPage, type OtherAccount } from './account-picker.ts';
import { avatarColours, createSandboxAccount, sandboxAccounts } from './accounts.ts';
import { createProvider, sandboxPath } from './provider.ts';

type Form = Readonly<Record<string, string>>;

const expiredPage: SignInPage = {
  status: 400,
  title: 'Sign-in ended',
  body: '<h1>This sign-in has ended</h1><p>Close this window and start again.</p>',
};

/**
 * An OpenID provider that replaces Google if no Google client is configured. It authenticates
 * anybody as any account, so it is for demos and tests only. Redial uses it through the same code
 * as Google.
 *
 * @returns Redial's client at the provider, and its routes under `/sandbox-google`.
 */
export function createSandboxGoogle(options: {
  publicUrl: string;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}): { client: GoogleClient; routes: FastifyPluginAsync } {
  const { publicUrl, log } = options;
  const accounts = new Map(sandboxAccounts.map((person) => [person.sub, person]));
  const client: GoogleClient = {
    issuer: `${publicUrl}${sandboxPath}`,
    clientId: 'redial',
    clientSecret: randomBytes(32).toString('base64url'),
  };
  let ready: Promise<Provider> | undefined;
  // Created on first use, to save the time and memory of its library and keys at start.
  const provider = () => {
    ready ??= createProvider({
      client,
      redirectUri: `${publicUrl}${basePath}/callback/google`,
      accounts,
      log,
    });
    return ready;
  };

  async function handleAccountPicker(request: FastifyRequest<{ Body: Form }>, reply: FastifyReply) {
    const form = request.method === 'POST' ? request.body : undefined;
    const { result, other } = form ? parseChoice(form) : {};
    if (!result) return sendSignInPage(reply, accountPickerPage(sandboxAccounts, other));
    const openId = await provider();
    const next = await openId.interactionResult(request.raw, reply.raw, result);
    return reply.header('cache-control', 'no-store').redirect(next, 303);
  }

  /** Converts a submitted form to a result for the provider, or to a validation error. */
  function parseChoice(form: Form): { result?: InteractionResults; other?: OtherAccount } {
    const { account = '', name = '', email = '' } = form;
    if (account === 'cancel') return { result: { error: 'access_denied' } };
    if (account !== 'other') return accounts.has(account) ? { result: signedIn(account) } : {};
    const address = normalizeEmail(email);
    if (name.trim() === '') return { other: { name, email, error: 'Give a name' } };
    if (!address || !/^[^@]+@[^@]+\.[^@]+$/.test(address)) {
      return { other: { name, email, error: 'Give an e-mail address' } };
    }
    const person = createSandboxAccount(name.trim(), address);
    if (!accounts.has(person.sub)) accounts.set(person.sub, person);
    return { result: signedIn(person.sub) };
  }

  const routes: FastifyPluginAsync = async (app) => {
    await app.register(async (pages) => {
      addFormParser(pages);
      const url = `${sandboxPath}/interaction/:uid`;
      pages.addHook('preHandler', async (request, reply) => {
        const details = await (await provider())
          .interactionDetails(request.raw, reply.raw)
          .catch(() => undefined);
        const { uid } = request.params as { uid: string };
        return details?.uid === uid ? undefined : sendSignInPage(reply, expiredPage);
      });
      pages.get<{ Body: Form }>(url, routeOptions, handleAccountPicker);
      pages.post<{ Body: Form }>(url, routeOptions, handleAccountPicker);
    });
    app.get<{ Params: { face: string } }>(`${sandboxPath}/face/:face`, routeOptions, sendAvatar);
    await app.register(async (raw) => {
      // The library parses bodies itself.
      raw.removeAllContentTypeParsers();
      raw.addContentTypeParser('*', (_request, _payload, done) => done(null));
      raw.route({
        ...routeOptions,
        method: ['GET', 'POST'],
        url: `${sandboxPath}/*`,
        handler: async (request, reply) => {
          const handle = (await provider()).callback();
          reply.hijack();
          // Express sets both URLs for mounted handlers; the library derives its mount path from
          // them.
          const url = request.raw.url ?? '/';
          Object.assign(request.raw, { originalUrl: url, url: url.slice(sandboxPath.length) });
          await handle(request.raw, reply.raw);
        },
      });
    });
  };
  return { client, routes };
}

const signedIn = (accountId: string) => ({
  select_account: {},
  login: { accountId, remember: false },
});

function addFormParser(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
}

/** A round avatar with initials, such as `NL-0.svg`. */
async function sendAvatar(
  request: FastifyRequest<{ Params: { face: string } }>,
  reply: FastifyReply,
) {
  const [, initials, colour] = /^([A-Z]{1,2})-([0-4])\.svg$/.exec(request.params.face) ?? [];
  if (!initials) return reply.callNotFound();
  return reply
    .header('cache-control', 'public, max-age=86400')
    .header('content-security-policy', "default-src 'none'")
    .header('cross-origin-resource-policy', 'cross-origin')
    .type('image/svg+xml')
    .send(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="${avatarColours[Number(colour)]}"/><text x="48" y="48" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="36" font-weight="600" fill="#fff">${initials}</text></svg>`,
    );
}
