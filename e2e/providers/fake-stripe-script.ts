import type { Page } from '@playwright/test';

/**
 * Replaces Stripe's script, frames and API: the card is typed into a frame of `js.stripe.com`, 3-D
 * Secure runs in a frame of `hooks.stripe.com`, and requests to `api.stripe.com` go to the fake
 * API. The page's content security policy must therefore allow what the real ones need.
 *
 * @param api base URL of the fake API.
 */
export async function fakeStripeScript(page: Page, api: string): Promise<void> {
  await page.route(/^https:\/\/js\.stripe\.com\/\w+\/stripe\.js/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${script})()` }),
  );
  await page.route('https://js.stripe.com/field', (route) =>
    route.fulfill({ contentType: 'text/html', body: field }),
  );
  await page.route('https://hooks.stripe.com/bank', (route) =>
    route.fulfill({ contentType: 'text/html', body: bank }),
  );
  await page.route('https://api.stripe.com/**', async (route) => {
    const request = route.request();
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (request.method() === 'OPTIONS') return route.fulfill({ headers: cors });
    const { pathname } = new URL(request.url());
    const apiResponse = await fetch(api + pathname, {
      method: request.method(),
      headers: {
        authorization: request.headers().authorization ?? '',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: request.postData(),
    });
    return route.fulfill({ status: 200, headers: cors, body: await apiResponse.text() });
  });
}

/** The card frame: applies styles that it receives and reports its input. */
const field = `<!doctype html><style>
  body { margin: 0; background: transparent }
  input { all: unset; width: 100%; box-sizing: border-box }
  input::placeholder { color: var(--placeholder); opacity: 1 }
</style><input aria-label="Credit or debit card number" placeholder="1234 1234 1234 1234  MM / YY  CVC">
<script>
  const input = document.querySelector('input');
  const tell = (what) => parent.postMessage({ field: what, number: input.value }, '*');
  addEventListener('message', ({ data }) => {
    if (data.focus) input.focus();
    if (!data.style) return;
    const { color, fontFamily, fontSize, '::placeholder': placeholder } = data.style.base;
    Object.assign(input.style, { color, fontFamily, fontSize });
    input.style.setProperty('--placeholder', placeholder.color);
    input.disabled = data.disabled;
  });
  for (const what of ['input', 'focus', 'blur']) input.addEventListener(what, () => tell(what));
  tell('ready');
</script>`;

/** The bank page of 3-D Secure. */
const bank = `<!doctype html><style>
  body { display: grid; place-content: center; gap: 12px; height: 100vh; margin: 0; font: 16px system-ui; background: #fff }
</style><h1>3D Secure 2 Test Page</h1>
<button onclick="parent.postMessage({ bank: 'success' }, '*')">Complete</button>
<button onclick="parent.postMessage({ bank: 'failure' }, '*')">Fail</button>`;

/** The part of Stripe's script that Redial and its React wrapper use. */
function script() {
  type Listener = (event: object) => void;
  let number = '';

  const cardElement = (options: { style: object; disabled?: boolean }) => {
    const frame = document.createElement('iframe');
    Object.assign(frame.style, { border: '0', width: '100%', height: '22px', display: 'block' });
    frame.title = 'Secure card payment input frame';
    frame.allow = 'payment *';
    frame.src = 'https://js.stripe.com/field';
    const listeners = new Map<string, Listener>();
    const tell = (message: object) => frame.contentWindow?.postMessage(message, '*');
    let { style, disabled = false } = options;
    let holder: HTMLElement | undefined;
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      number = data.number;
      holder?.classList.toggle(
        'StripeElement--focus',
        data.field !== 'blur' && data.field !== 'ready',
      );
      if (data.field === 'ready') {
        tell({ style, disabled });
        listeners.get('ready')?.({ elementType: 'card' });
      }
      if (data.field === 'input')
        listeners.get('change')?.({ elementType: 'card', error: undefined });
    });
    const listen = (name: string, listener: Listener) => {
      listeners.set(name, listener);
    };
    const element = {
      on: listen,
      once: listen,
      off: () => undefined,
      mount: (at: HTMLElement) => {
        holder = at;
        at.classList.add('StripeElement');
        at.append(frame);
      },
      update: (next: { style?: object; disabled?: boolean }) => {
        style = next.style ?? style;
        disabled = next.disabled ?? disabled;
        tell({ style, disabled });
      },
      focus: () => {
        frame.focus();
        tell({ focus: true });
      },
      blur: () => undefined,
      clear: () => undefined,
      unmount: () => frame.remove(),
      destroy: () => frame.remove(),
    };
    return element;
  };

  const completeChallenge = () =>
    new Promise<string>((resolve) => {
      const frame = document.createElement('iframe');
      frame.src = 'https://hooks.stripe.com/bank';
      frame.title = '3D Secure';
      Object.assign(frame.style, { position: 'fixed', inset: '0', zIndex: '9999', border: '0' });
      Object.assign(frame.style, { width: '100%', height: '100%' });
      document.body.append(frame);
      addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow || !data.bank) return;
        frame.remove();
        resolve(data.bank);
      });
    });

  const Stripe = (key: string) => {
    async function ask(path: string, form: Record<string, string>) {
      const response = await fetch(`https://api.stripe.com/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: new URLSearchParams(form),
      });
      return response.json();
    }
    const asIntent = (apiResponse: { error?: object }) =>
      apiResponse.error ? { error: apiResponse.error } : { paymentIntent: apiResponse };
    const pathOf = (secret: string) => `/payment_intents/${secret.split('_secret_')[0]}`;
    let element: ReturnType<typeof cardElement> | null = null;
    const elements = {
      create: (_type: string, options: { style: object }) => {
        element = cardElement(options);
        return element;
      },
      getElement: () => element,
      update: () => undefined,
    };
    return {
      elements: () => elements,
      createToken: async () => ({}),
      registerAppInfo: () => undefined,
      _registerWrapper: () => undefined,
      createPaymentMethod: async () => {
        if (number.replaceAll(/\D/g, '').length < 16) {
          const message = 'Your card number is incomplete.';
          return { error: { type: 'validation_error', code: 'incomplete_number', message } };
        }
        return { paymentMethod: await ask('/payment_methods', { 'card[number]': number }) };
      },
      confirmCardPayment: async (secret: string, data: { payment_method: string }) => {
        const form = { client_secret: secret, payment_method: data.payment_method };
        const apiResponse = await ask(`${pathOf(secret)}/confirm`, form);
        if (apiResponse.status !== 'requires_action') return asIntent(apiResponse);
        const outcome = await completeChallenge();
        const body = { client_secret: secret, outcome };
        return asIntent(await ask(`${pathOf(secret)}/authenticate`, body));
      },
      retrievePaymentIntent: async (secret: string) =>
        asIntent(await ask(pathOf(secret), { client_secret: secret })),
    };
  };
  Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'endive' }) });
}
