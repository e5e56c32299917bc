import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { useToaster } from 'react-hot-toast/headless';
import { expect, test } from 'vitest';
import { toast } from './toast.ts';

test('[9.13, 9.14, 9.15] toast durations depend on the kind; loading toasts stay until dismissed', () => {
  toast('plain');
  toast.error('error');
  toast.success('success');
  toast.loading('loading');
  const durations: Record<string, number | undefined> = {};
  const Reader = () => {
    const { toasts } = useToaster();
    for (const { type, duration } of toasts) durations[type] = duration;
    return null;
  };
  renderToString(createElement(Reader));
  expect(durations).toEqual({
    blank: 4000,
    error: 4000,
    success: 2000,
    loading: Number.POSITIVE_INFINITY,
  });
});

test('an error dismisses earlier successes, and a success earlier errors', () => {
  const visible = () => {
    const messages: string[] = [];
    const Reader = () => {
      const { toasts } = useToaster();
      messages.push(...toasts.filter((item) => item.visible).map(({ message }) => String(message)));
      return null;
    };
    renderToString(createElement(Reader));
    return messages;
  };
  toast.success('Saved');
  toast.success('Saved again');
  expect(visible()).toEqual(expect.arrayContaining(['Saved', 'Saved again']));
  toast.error('Not saved');
  expect(visible()).toContain('Not saved');
  expect(visible().filter((message) => message.startsWith('Saved'))).toEqual([]);
  toast.success('Saved at last');
  expect(visible()).toContain('Saved at last');
  expect(visible()).not.toContain('Not saved');
});
