import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** Of the demo accounts, and of those that tests create. */
export const password = 'Redial#2021';

/** Whether Firebase (its emulator) is the identity provider. */
export const isFirebase = process.env.IDENTITY === 'firebase';
const emulator = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}`;
const project = process.env.FIREBASE_PROJECT_ID;

/** That of `playwright.config.ts`. */
const device = 'browser-of-all-tests';

/** Creates an account at the identity provider. @returns an ID token. */
export async function signUpAtProvider(
  http: APIRequestContext,
  { name, email }: { name: string; email: string },
): Promise<string> {
  if (isFirebase) return firebaseToken(http, 'signUp', email);
  await onReply(http.post('/identity/sign-up/email', { data: { name, email, password, device } }));
  return embeddedToken(http);
}

/** Signs in at the identity provider. @returns an ID token. */
export async function signInAtProvider(http: APIRequestContext, email: string): Promise<string> {
  if (isFirebase) return firebaseToken(http, 'signInWithPassword', email);
  await onReply(http.post('/identity/sign-in/email', { data: { email, password, device } }));
  return embeddedToken(http);
}

/**
 * Signs in at the embedded identity server and the marketplace.
 *
 * @returns the items of the local storage of a browser that has this session
 */
export async function openSession(
  http: APIRequestContext,
  email: string,
): Promise<Record<string, string>> {
  const idToken = await signInAtProvider(http, email);
  const { user, session } = await onReply<{
    user: { id: string; name: string; email: string; emailVerified: boolean; image: string | null };
    session: { token: string };
  }>(http.get('/identity/get-session'));
  const { token } = await onReply<{ token: string }>(
    http.post('/jwt', { data: { email }, headers: { authorization: `Bearer ${idToken}` } }),
  );
  const stored = {
    token: session.token,
    user: {
      uid: user.id,
      email: user.email,
      emailVerified: user.emailVerified,
      displayName: user.name,
      isAnonymous: false,
      photoURL: user.image,
      providerData: [{ providerId: 'password', uid: user.id, email: user.email }],
    },
  };
  return { 'redial-session': JSON.stringify(stored), 'redial-token': token };
}

/** Reads the password reset link from the emulator. */
export async function emulatorResetLink(http: APIRequestContext, email: string): Promise<string> {
  const { oobCodes } = await onReply<{ oobCodes: { email: string; oobLink: string }[] }>(
    http.get(`${emulator}/emulator/v1/projects/${project}/oobCodes`),
  );
  return oobCodes.find((code) => code.email === email)?.oobLink ?? '';
}

/** Selects an account in Google's popup; the emulator needs it created first. */
export async function chooseGoogleAccount(popup: Page, name: string): Promise<void> {
  if (!isFirebase) return popup.getByRole('button', { name: new RegExp(name) }).click();
  await popup.waitForLoadState();
  const known = popup.getByRole('listitem').filter({ hasText: name });
  if ((await known.count()) > 0) return known.click();
  await popup.getByRole('button', { name: 'Add new account' }).click();
  await popup.locator('#email-input').fill(`${name.split(' ')[0]?.toLowerCase()}@gmail.com`);
  await popup.locator('#display-name-input').fill(name);
  await popup.getByRole('button', { name: /^Sign in with/ }).click();
}

/**
 * Firebase's popup loads Google scripts, which need a network. This fakes the one that connects the
 * page and its frame, and omits cosmetic ones.
 */
export async function fakeGoogleScripts(page: Page): Promise<void> {
  const context = page.context();
  await context.route(/^https:\/\/(unpkg\.com|fonts\.googleapis\.com)\//, (route) =>
    route.fulfill({ body: '', contentType: 'text/css' }),
  );
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ body: `(${fakeGapi})()`, contentType: 'text/javascript' }),
  );
}

/** The part of Google's `gapi.iframes` that Firebase uses, over `postMessage`. */
function fakeGapi() {
  type Handler = (data: unknown) => unknown;
  const channel = (peer: () => Window | null) => {
    const handlers = new Map<string, Handler>();
    const waiting = new Map<string, (replies: unknown[]) => void>();
    addEventListener('message', ({ source, data }) => {
      if (source !== peer() || !data?.gapi) return;
      const { id, name, payload } = data.gapi;
      if (name === 'reply') {
        try {
          waiting.get(id)?.([payload]);
        } catch {
          // The SDK throws here on success too, and Google's script ignores it.
        }
      } else {
        const reply = handlers.get(name)?.(payload);
        peer()?.postMessage({ gapi: { id, name: 'reply', payload: reply } }, '*');
      }
    });
    return {
      register: (name: string, handler: Handler) => handlers.set(name, handler),
      send: (name: string, payload: unknown, expectJson?: (replies: unknown[]) => void) => {
        const id = crypto.randomUUID();
        if (expectJson) waiting.set(id, expectJson);
        peer()?.postMessage({ gapi: { id, name, payload } }, '*');
      },
      restyle: async () => undefined,
      ping: async (onReply: () => void) => onReply(),
    };
  };
  const context = {
    getParentIframe: () => channel(() => window.parent),
    open: (
      { where, url }: { where: Element; url: string },
      opened: (frame: ReturnType<typeof channel>) => unknown,
    ) => {
      const frame = document.createElement('iframe');
      frame.hidden = true;
      frame.src = url;
      where.append(frame);
      const ends = channel(() => frame.contentWindow);
      return new Promise((resolve) => {
        frame.addEventListener('load', () => resolve(opened(ends)), { once: true });
      });
    },
  };
  Object.assign(window, {
    gapi: {
      load: (_name: string, { callback }: { callback: () => void }) => callback(),
      iframes: {
        CROSS_ORIGIN_IFRAMES_FILTER: {},
        Iframe: class {},
        getContext: () => context,
      },
    },
  });
  const script = document.currentScript as HTMLScriptElement;
  const onload = new URL(script.src).searchParams.get('onload') ?? 'gapi_onload';
  // Google's script calls back asynchronously.
  queueMicrotask(() => (window as unknown as Record<string, () => void>)[onload]?.());
}

async function firebaseToken(http: APIRequestContext, call: string, email: string) {
  const url = `${emulator}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${process.env.FIREBASE_API_KEY}`;
  const data = { email, password, returnSecureToken: true };
  return (await onReply<{ idToken: string }>(http.post(url, { data }))).idToken;
}

const embeddedToken = async (http: APIRequestContext) =>
  (await onReply<{ token: string }>(http.get('/identity/token'))).token;

async function onReply<T>(pending: ReturnType<APIRequestContext['get']>): Promise<T> {
  const response = await pending;
  expect(response.ok(), `${response.url()}: ${await response.text()}`).toBe(true);
  return (await response.json()) as T;
}
