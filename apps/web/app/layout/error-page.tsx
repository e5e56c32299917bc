import { networkError, notFoundMessage } from '@redial/contract';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { ButtonLink } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-and-error-state.tsx';

/** The 404 page (specification, 2). */
export function NotFound() {
  return (
    <section className="page grid min-h-[70vh] place-content-center justify-items-center py-20 text-center">
      <p className="figures font-bold font-display text-[clamp(6rem,22vw,14rem)] text-accent leading-none tracking-tighter">
        404
      </p>
      <h1 className="mt-4 max-w-xl text-2xl">{notFoundMessage}</h1>
      <p className="mt-3 max-w-md text-ink-soft">
        There is no page at this address. You will find all phones on the homepage.
      </p>
      <ButtonLink to="/" className="mt-8">
        Back to homepage
      </ButtonLink>
    </section>
  );
}

/** Error page of a route that could not be rendered. */
export function ErrorPage({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <div className="page py-20">
      <ErrorState
        title="This page could not be shown"
        message={errorMessage(error)}
        pending={state === 'loading'}
        onRetry={revalidate}
      />
    </div>
  );
}

function errorMessage(error: unknown): string {
  // Browsers throw a TypeError for network failures.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) {
    return networkError.message;
  }
  if (isRouteErrorResponse(error) && typeof error.data === 'string' && error.data) {
    return error.data;
  }
  return 'Something went wrong on our side. Try again in a moment.';
}
