import { firstParts } from '../first-parts.ts';

/** Told by the app: its fields are React's; all of it answers. */
export const pageTaken = 'redial-taken';
export const pageReady = 'redial-ready';

/** Milliseconds after which the scripts start although the page is still waiting for a picture. */
const patience = 4000;

/** Finds the addresses of the parts that are run one by one. */
const partPattern = `/assets/(${firstParts.map(({ name }) => name).join('|')})-`;

/**
 * Goes into the page ahead of everything else that runs. Pages are whole before their scripts, so these
 * do not compete with text, faces and pictures: they are fetched when the page has loaded and stands on
 * the screen, or at the first press, key or focus, or at once for whoever is signed in. What one
 * presses, types, chooses and sends meanwhile is kept, and done again when React is there; links,
 * popovers and searches work by themselves.
 *
 * Empty in the browser, which has run it: React leaves the page's as it is.
 */
export const lateScripts = import.meta.env.SSR
  ? `(${waitWithScripts})('${pageTaken}', '${pageReady}', ${patience}, '${partPattern}')`
  : '';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Runs as text in the page: knows nothing but its arguments. */
function waitWithScripts(taken: string, ready: string, longest: number, parts: string): void {
  const nonce = document.currentScript?.nonce ?? '';
  const fields = new Map<Element, () => void>();
  const deeds: { element: Element; act: () => void }[] = [];
  const starters = ['pointerdown', 'keydown', 'focusin'];
  let started = false;

  const moduleScript = () => {
    const script = document.createElement('script');
    script.type = 'module';
    script.nonce = nonce;
    script.addEventListener('error', giveUp);
    return script;
  };
  const run = () => {
    for (const waiting of document.querySelectorAll<HTMLScriptElement>('script[type=later]')) {
      // One without the page's nonce is not the page's: it must not run by way of this.
      if (waiting.nonce !== nonce) continue;
      const script = moduleScript();
      script.textContent = waiting.textContent;
      waiting.replaceWith(script);
    }
  };
  /** One by one, each for itself: in between the page answers whoever touches it. */
  const runParts = ([address, ...others]: readonly string[]) => {
    if (!address) return run();
    const script = moduleScript();
    script.src = address;
    script.addEventListener('load', () => {
      script.remove();
      setTimeout(() => runParts(others));
    });
    document.head.append(script);
  };
  const runAll = () => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
    runParts(links.map(({ href }) => href).filter((href) => href.search(parts) > 0));
  };
  const start = () => {
    if (started) return;
    started = true;
    for (const name of starters) removeEventListener(name, start, true);
    for (const link of document.querySelectorAll('link[rel=later]')) {
      link.setAttribute('rel', 'modulepreload');
    }
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', runAll);
    else setTimeout(runAll);
  };

  /** The load may be over before anything is on the screen. */
  const oncePainted = (then: () => void) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
      requestAnimationFrame(then);
      return;
    }
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      then();
    }).observe({ type: 'paint', buffered: true });
  };

  const keep = (event: Event, element: Element, act: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    element.setAttribute('data-kept', '');
    deeds.push({ element, act });
    start();
  };
  const press = (event: Event) => {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest<HTMLButtonElement>('button:enabled:not([popovertarget])');
    if (button?.type === 'button') keep(event, button, () => button.click());
  };
  const send = (event: Event) => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event as SubmitEvent;
    if (form.method === 'post') keep(event, form, () => form.requestSubmit(submitter));
  };
  const type = (event: Event) => {
    const field = event.target as Field;
    const { value } = field;
    if (field.type === 'file') return;
    const checked = 'checked' in field && /checkbox|radio/.test(field.type) && field.checked;
    fields.set(field, () => {
      if ('checked' in field && /checkbox|radio/.test(field.type)) {
        // A press tells React, which knows the state that it found.
        field.checked = !checked;
        field.click();
        return;
      }
      // The prototype's: React listens to the field's own, and would take the change for its own.
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
      set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
  };

  const letGo = () => {
    removeEventListener('click', press, true);
    removeEventListener('submit', send, true);
    for (const { element } of deeds) element.removeAttribute('data-kept');
  };
  /** The scripts cannot be had: a form goes out as it would have without them. */
  const giveUp = () => {
    letGo();
    for (const { element } of deeds) if (element instanceof HTMLFormElement) element.submit();
  };
  const fill = () => {
    removeEventListener('input', type, true);
    // Not in the midst of React's own work, but before the next key.
    queueMicrotask(() => {
      for (const act of fields.values()) act();
    });
  };
  const resume = async () => {
    letGo();
    for (const { act } of deeds) {
      act();
      // One after the other, as a person does it.
      await new Promise((done) => setTimeout(done));
    }
  };

  addEventListener('click', press, true);
  addEventListener('submit', send, true);
  addEventListener('input', type, true);
  addEventListener(taken, fill, { once: true });
  addEventListener(ready, resume, { once: true });
  for (const name of starters) addEventListener(name, start, true);
  if (document.documentElement.dataset.session === 'in') start();
  else addEventListener('load', () => oncePainted(() => setTimeout(start)));
  setTimeout(start, longest);
}
