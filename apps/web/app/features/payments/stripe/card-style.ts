import type { StripeElementStyle } from '@stripe/stripe-js';

/**
 * Style of Stripe's field, computed from the current design tokens because CSS variables do not
 * reach into its iframe.
 */
export function cardStyle(): StripeElementStyle {
  const [ink, faint, bad] = resolveColours('--ink', '--ink-faint', '--bad');
  return {
    base: {
      color: ink,
      iconColor: faint,
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      fontSmoothing: 'antialiased',
      '::placeholder': { color: faint },
      ':disabled': { color: faint },
    },
    invalid: { color: bad, iconColor: bad },
  };
}

/** Resolves colour tokens to `rgb()` values. */
function resolveColours<T extends string[]>(...tokens: T): { [K in keyof T]: string } {
  const probe = document.body.appendChild(document.createElement('span'));
  const canvas = document.createElement('canvas');
  const paint = canvas.getContext('2d', { willReadFrequently: true });
  const colours = tokens.map((token) => {
    probe.style.color = `var(${token})`;
    const { color } = getComputedStyle(probe);
    if (!paint) return color;
    paint.fillStyle = color;
    paint.fillRect(0, 0, 1, 1);
    const [red, green, blue] = paint.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  });
  probe.remove();
  return colours as { [K in keyof T]: string };
}
