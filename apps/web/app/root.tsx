import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router';
import type { Route } from './+types/root.ts';
import { webContext } from './context.ts';
import { deferredHydrationScript, useHydrationEvents } from './deferred-hydration/index.ts';
import { initialStateScript } from './layout/theme.ts';
import { useNonce } from './nonce.ts';
import { identityAttributes } from './session/create-identity-client.ts';
import { Styles, stylesheetLinks } from './styles/styles.tsx';
import { CardIconSprite } from './ui/card-icon.tsx';

export const links: Route.LinksFunction = () => [
  ...stylesheetLinks,
  // Not the SVG icon: the browser would lay it out twice while the page loads.
  { rel: 'icon', sizes: '48x48', type: 'image/png', href: '/icons/icon-48.png' },
  { rel: 'icon', sizes: '192x192', type: 'image/png', href: '/icons/icon-192.png' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const meta: Route.MetaFunction = () => [
  { title: 'Redial: buy and sell second-hand phones' },
  {
    name: 'description',
    content:
      'Second-hand phones from people near you: original, checked by experts, with the price, the condition and the seller in plain sight.',
  },
];

/** Configuration for all pages; constant while a page is open. */
export function loader({ context }: Route.LoaderArgs) {
  const { settings, publicUrl } = context.get(webContext);
  return { settings, publicUrl };
}

export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const identity = useRouteLoaderData<typeof loader>('root')?.settings.identity;
  return (
    // The inline script and the session set attributes on this element before and after hydration.
    <html lang="en" suppressHydrationWarning {...identityAttributes(identity)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant that must run before the first paint
          dangerouslySetInnerHTML={{ __html: `${initialStateScript};${deferredHydrationScript}` }}
        />
        <Meta />
        <Styles />
        <Links />
      </head>
      <body>
        <CardIconSprite />
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  useHydrationEvents();
  return <Outlet />;
}
