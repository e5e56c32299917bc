import { domHydratedEvent, effectsRanEvent } from './hydration-events.ts';

/** Milliseconds after which the scripts start even if the page is still loading images. */
const startTimeoutMs = 4000;
/**
 * Milliseconds between the first paint and the scripts: the browser then decodes images and draws the first
 * frames, which would compete with them for the processor (docs/design.md).
 */
const settleMs = 600;

/**
 * Source of the inline script; goes into `<head>`. Empty in the browser, which has executed it
 * already.
 */
export const deferredHydrationScript = import.meta.env.SSR
  ? `(${deferHydration})('${domHydratedEvent}', '${effectsRanEvent}', ${startTimeoutMs}, ${settleMs})`
  : '';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Serialized into the page: must not reference anything but its parameters. */
function deferHydration(
  domHydrated: string,
  effectsRan: string,
  timeoutMs: number,
  settleMs: number,
): void {
  const nonce = document.currentScript?.nonce;
  const fields = new Map<Element, () => void>();
  const queuedActions: { element: Element; replay: () => void }[] = [];
  const startEvents = ['pointerdown', 'keydown', 'focusin'];
  let started = false;

  const runScripts = () => {
    for (const deferred of document.querySelectorAll<HTMLScriptElement>('script[type=later]')) {
      // `strict-dynamic` allows what this inserts, so it must not be an injected element.
      if (deferred.nonce !== nonce) continue;
      const script = document.createElement('script');
      script.type = 'module';
      script.addEventListener('error', submitQueuedForms);
      script.textContent = deferred.textContent;
      deferred.replaceWith(script);
    }
  };
  const start = () => {
    if (started) return;
    started = true;
    for (const name of startEvents) removeEventListener(name, start, true);
    for (const link of document.querySelectorAll('link[rel=later]')) {
      link.setAttribute('rel', 'modulepreload');
    }
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', runScripts);
    else setTimeout(runScripts);
  };
  /** The load event may precede the first paint. */
  const onFirstPaint = (callback: () => void) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
      requestAnimationFrame(callback);
      return;
    }
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      callback();
    }).observe({ type: 'paint', buffered: true });
  };

  const queueAction = (event: Event, element: Element, replay: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    element.setAttribute('data-queued', '');
    queuedActions.push({ element, replay });
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
  const queueInput = (event: Event) => {
    const field = event.target as Field;
    const { value } = field;
    if (field.type === 'file') return;
    const isCheckable = 'checked' in field && /checkbox|radio/.test(field.type);
    const checked = isCheckable && field.checked;
    fields.set(field, () => {
      if (isCheckable) {
        // A click makes React compare with the state that it rendered.
        field.checked = !checked;
        field.click();
        return;
      }
      // React overrides the element's own setter to track changes; the prototype's bypasses that.
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
  /** The scripts could not be loaded: submit forms as the browser would have. */
  const submitQueuedForms = () => {
    stopQueueing();
    for (const { element } of queuedActions) {
      if (element instanceof HTMLFormElement) element.submit();
    }
  };
  const replayInput = () => {
    removeEventListener('input', queueInput, true);
    // After React's commit, but before the next keystroke.
    queueMicrotask(() => {
      for (const replay of fields.values()) replay();
    });
  };
  const replayActions = async () => {
    stopQueueing();
    for (const { replay } of queuedActions) {
      replay();
      // Each action in a task of its own, as if the user performed them one after the other.
      await new Promise((resolve) => setTimeout(resolve));
    }
  };

  addEventListener('click', queueClick, true);
  addEventListener('submit', queueSubmit, true);
  addEventListener('input', queueInput, true);
  addEventListener(domHydrated, replayInput, { once: true });
  addEventListener(effectsRan, replayActions, { once: true });
  for (const name of startEvents) addEventListener(name, start, true);
  if (document.documentElement.dataset.session === 'in') start();
  else addEventListener('load', () => onFirstPaint(() => setTimeout(start, settleMs)));
  setTimeout(start, timeoutMs);
}
