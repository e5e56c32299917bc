import { chunkGroups } from '../chunk-groups.ts';

/** Told by the app: its fields are React's; all of it answers. */
export const domHydratedEvent = 'redial:dom-hydrated';
export const effectsRanEvent = 'redial:effects-ran';

/** Milliseconds after which the scripts start although the page is still waiting for a picture. */
const startTimeoutMs = 4000;

/** Finds the addresses of the parts that are run one by one. */
const chunkPattern = `/assets/(${chunkGroups.map(({ name }) => name).join('|')})-`;

/**
 * Goes into the page ahead of everything else that runs. Pages are whole before their scripts, so these
 * do not compete with text, faces and pictures: they are fetched when the page has loaded and stands on
 * the screen, or at the first press, key or focus, or at once for whoever is signed in. What one
 * presses, types, chooses and sends meanwhile is kept, and done again when React is there; links,
 * popovers and searches work by themselves.
 *
 * Empty in the browser, which has run it: React leaves the page's as it is.
 */
export const deferredHydrationScript = import.meta.env.SSR
  ? `(${deferHydration})('${domHydratedEvent}', '${effectsRanEvent}', ${startTimeoutMs}, '${chunkPattern}')`
  : '';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Runs as text in the page: knows nothing but its arguments. */
function deferHydration(
  domHydrated: string,
  effectsRan: string,
  timeoutMs: number,
  chunkPattern: string,
): void {
  const nonce = document.currentScript?.nonce ?? '';
  const fields = new Map<Element, () => void>();
  const queuedActions: { element: Element; act: () => void }[] = [];
  const startEvents = ['pointerdown', 'keydown', 'focusin'];
  let started = false;

  const moduleScript = () => {
    const script = document.createElement('script');
    script.type = 'module';
    script.nonce = nonce;
    script.addEventListener('error', onLoadError);
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
  const runChunks = ([address, ...others]: readonly string[]) => {
    if (!address) return run();
    const script = moduleScript();
    script.src = address;
    script.addEventListener('load', () => {
      script.remove();
      setTimeout(() => runChunks(others));
    });
    document.head.append(script);
  };
  const runAll = () => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
    runChunks(links.map(({ href }) => href).filter((href) => href.search(chunkPattern) > 0));
  };
  const start = () => {
    if (started) return;
    started = true;
    for (const name of startEvents) removeEventListener(name, start, true);
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

  const queueAction = (event: Event, element: Element, act: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    element.setAttribute('data-queued', '');
    queuedActions.push({ element, act });
    start();
  };
  const queueClick = (event: Event) => {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest<HTMLButtonElement>('button:enabled:not([popovertarget])');
    if (button?.type === 'button') queueAction(event, button, () => button.click());
  };
  const queueSubmit = (event: Event) => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event as SubmitEvent;
    if (form.method === 'post') queueAction(event, form, () => form.requestSubmit(submitter));
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

  const stopQueueing = () => {
    removeEventListener('click', queueClick, true);
    removeEventListener('submit', queueSubmit, true);
    for (const { element } of queuedActions) element.removeAttribute('data-queued');
  };
  /** The scripts cannot be had: a form goes out as it would have without them. */
  const onLoadError = () => {
    stopQueueing();
    for (const { element } of queuedActions)
      if (element instanceof HTMLFormElement) element.submit();
  };
  const replayInput = () => {
    removeEventListener('input', type, true);
    // Not in the midst of React's own work, but before the next key.
    queueMicrotask(() => {
      for (const act of fields.values()) act();
    });
  };
  const replayActions = async () => {
    stopQueueing();
    for (const { act } of queuedActions) {
      act();
      // One after the other, as a person does it.
      await new Promise((done) => setTimeout(done));
    }
  };

  addEventListener('click', queueClick, true);
  addEventListener('submit', queueSubmit, true);
  addEventListener('input', type, true);
  addEventListener(domHydrated, replayInput, { once: true });
  addEventListener(effectsRan, replayActions, { once: true });
  for (const name of startEvents) addEventListener(name, start, true);
  if (document.documentElement.dataset.session === 'in') start();
  else addEventListener('load', () => oncePainted(() => setTimeout(start)));
  setTimeout(start, timeoutMs);
}
