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
