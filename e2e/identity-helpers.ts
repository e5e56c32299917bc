import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { password } from './page-helpers.ts';

/** Whether the accounts are kept by Firebase (its emulator), and not by Redial. */
export const isFirebase = process.env.IDENTITY === 'firebase';
const emulator = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}`;
const project = process.env.FIREBASE_PROJECT_ID;

/** Makes an account at the identity provider; answers an ID token. */
export async function signUpAtProvider(
  http: APIRequestContext,
  { name, email }: { name: string; email: string },
): Promise<string> {
  if (isFirebase) return firebaseToken(http, 'signUp', email);
  await answered(http.post('/identity/sign-up/email', { data: { name, email, password } }));
  return embeddedToken(http);
}

/** Signs somebody known in at the identity provider; answers an ID token. */
export async function signInAtProvider(http: APIRequestContext, email: string): Promise<string> {
  if (isFirebase) return firebaseToken(http, 'signInWithPassword', email);
  await answered(http.post('/identity/sign-in/email', { data: { email, password } }));
  return embeddedToken(http);
}

/** The link that was mailed to an address whose password is forgotten, from the emulator's list. */
export async function emulatorResetLink(http: APIRequestContext, email: string): Promise<string> {
  const { oobCodes } = await answered<{ oobCodes: { email: string; oobLink: string }[] }>(
    http.get(`${emulator}/emulator/v1/projects/${project}/oobCodes`),
  );
  return oobCodes.find((code) => code.email === email)?.oobLink ?? '';
}

/** Picks a person in Google's popup, who has to be told to the emulator the first time. */
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
 * Firebase's popup stands on scripts of Google's, which are not to be had without a network: this plays
 * the one that lets a page and its frame speak to each other, and leaves out what only adorns.
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

/** As much of Google's `gapi.iframes` as Firebase uses, over `postMessage`. */
function fakeGapi() {
  type Handler = (data: unknown) => unknown;
  const channel = (peer: () => Window | null) => {
    const handlers = new Map<string, Handler>();
    const waiting = new Map<string, (answers: unknown[]) => void>();
    addEventListener('message', ({ source, data }) => {
      if (source !== peer() || !data?.gapi) return;
      const { id, name, payload } = data.gapi;
      if (name === 'answer') {
        try {
          waiting.get(id)?.([payload]);
        } catch {
          // The SDK throws here when all is well, too; Google's script says nothing of it either.
        }
      } else {
        const answer = handlers.get(name)?.(payload);
        peer()?.postMessage({ gapi: { id, name: 'answer', payload: answer } }, '*');
      }
    });
    return {
      register: (name: string, handler: Handler) => handlers.set(name, handler),
      send: (name: string, payload: unknown, expectJson?: (answers: unknown[]) => void) => {
        const id = crypto.randomUUID();
        if (expectJson) waiting.set(id, expectJson);
        peer()?.postMessage({ gapi: { id, name, payload } }, '*');
      },
      restyle: async () => undefined,
      ping: async (answered: () => void) => answered(),
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
  // Ours is there at once; Google's own calls back later, too.
  queueMicrotask(() => (window as unknown as Record<string, () => void>)[onload]?.());
}

async function firebaseToken(http: APIRequestContext, call: string, email: string) {
  const url = `${emulator}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${process.env.FIREBASE_API_KEY}`;
  const data = { email, password, returnSecureToken: true };
  return (await answered<{ idToken: string }>(http.post(url, { data }))).idToken;
}

const embeddedToken = async (http: APIRequestContext) =>
  (await answered<{ token: string }>(http.get('/identity/token'))).token;

async function answered<T>(answer: ReturnType<APIRequestContext['get']>): Promise<T> {
  const response = await answer;
  expect(response.ok(), `${response.url()}: ${await response.text()}`).toBe(true);
  return (await response.json()) as T;
}
