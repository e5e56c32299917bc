import { correctModel, getModel } from '@redial/contract';
import { SearchX } from 'lucide-react';
import { href, useNavigate, useRevalidator } from 'react-router';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { CorrectionForm } from '../../features/models/correction-form.tsx';
import { call } from '../../session/call.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import type { Route } from './+types/edit-model.ts';

const title = 'Edit Model';

export const meta = () => [{ title: `${title} | Redial` }];

export const clientLoader = ({ params: { slug } }: Route.ClientLoaderArgs) =>
  call(getModel, { params: { slug } });

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <Skeleton className="h-96 rounded-lg" />
    </DashboardSkeleton>
  ),
};

/** Corrects the facts of a model; requires a recent sign-in. */
export default function EditModel({ loaderData: result }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const navigate = useNavigate();
  if (!result.ok) {
    return (
      <>
        <PageHeader title={title} />
        {result.error.code === 'model.not-found' ? (
          <EmptyState
            icon={<SearchX />}
            title="There is no such model"
            action={<ButtonLink to={href('/dashboard/models')}>Models</ButtonLink>}
          >
            Perhaps its address was mistyped.
          </EmptyState>
        ) : (
          <ErrorState
            message={result.error.message}
            pending={state === 'loading'}
            onRetry={revalidate}
          />
        )}
      </>
    );
  }
  const model = result.value;
  return (
    <>
      <PageHeader title={model.name}>
        {model.correctedAt
          ? `Edited on ${model.correctedAt.slice(0, 10)}. Imports do not change it.`
          : 'As imported. Once you save, imports do not change this model.'}
      </PageHeader>
      <CorrectionForm
        key={model.slug}
        model={model}
        onSubmit={async (body) => {
          const saved = await call(correctModel, { params: { slug: model.slug }, body });
          if (!saved.ok) return void toast.error(saved.error.message);
          toast.success(`${model.name} is saved`);
          await navigate(href('/dashboard/models'));
        }}
      />
    </>
  );
}
