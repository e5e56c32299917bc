import type { ReactNode } from 'react';
import { PhoneBack } from '../../ui/phone-art.tsx';

/** Layout of the account forms: the form, with an illustration beside it on wide screens. */
export function AccountLayout({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="page grid gap-16 pt-12 md:pt-16 lg:grid-cols-2">
      <section className="mx-auto w-full max-w-md">
        <h1 className="text-3xl">{title}</h1>
        {intro && <div className="mt-3 text-ink-soft">{intro}</div>}
        <div className="mt-8">{children}</div>
        <noscript>
          <p className="mt-4 text-bad text-sm">
            Signing in needs JavaScript, which is switched off in this browser.
          </p>
        </noscript>
      </section>
      <AccountIllustration />
    </div>
  );
}

function AccountIllustration() {
  return (
    <svg
      viewBox="0 0 560 640"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="hidden h-full max-h-180 min-h-140 w-full rounded-xl bg-scene lg:block"
    >
      <circle cx="280" cy="330" r="236" className="fill-scene-far" />
      <circle cx="280" cy="330" r="150" className="fill-scene-near" />
      <g transform="translate(92 176) rotate(-17 100 206) scale(0.86)">
        <PhoneBack family="xiaomi" tone="sage" />
      </g>
      <g transform="translate(296 172) rotate(14 100 206) scale(0.86)">
        <PhoneBack family="iphone" tone="sand" />
      </g>
      <g transform="translate(180 108) rotate(-1 100 206)">
        <PhoneBack family="samsung" tone="blue" />
      </g>
    </svg>
  );
}
