import type { ReactNode } from 'react';
import { Toaster } from '../ui/toaster.tsx';
import { Footer } from './footer.tsx';
import { NavigationGuard } from './navigation-guard.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { TopNav } from './top-nav.tsx';
import { useFocusHeading } from './use-focus-heading.ts';

/** The layout of every page. */
export function Shell({ children }: { children: ReactNode }) {
  useFocusHeading();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 layer-toast -translate-y-20 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent text-sm focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavigationProgress />
      <NavigationGuard />
      <TopNav />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <Toaster />
    </div>
  );
}
