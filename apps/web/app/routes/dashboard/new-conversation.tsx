import {
  conversationPath,
  getProduct,
  listConversations,
  openConversation,
  sendMessage,
} from '@redial/contract';
import { SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { href, redirect, useNavigate } from 'react-router';
import { Composer } from '../../features/chat/composer.tsx';
import { DashboardSkeleton } from '../../features/dashboard/dashboard-layout.tsx';
import { call } from '../../session/call.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-and-error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProductSummary } from '../../ui/product-summary.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/new-conversation.ts';

const title = 'New message';

export const meta = () => [{ title: `${title} | Redial` }];

/**
 * Leads to the conversation about a phone (`product`) or of an order (`order`), if there is one. That of
 * an order is opened; one about a phone, with the first message only.
 */
export async function clientLoader({ url: { searchParams } }: Route.ClientLoaderArgs) {
  const orderId = searchParams.get('order');
  if (orderId) {
    const opened = await call(openConversation, { body: { orderId } });
    if (opened.ok) throw redirect(conversationPath(opened.value.insertedId));
    return { problem: opened.error.message };
  }
  const productId = searchParams.get('product') ?? '';
  const list = await call(listConversations, {});
  const existing = list.ok
    ? list.value.conversations.find(
        ({ role, product }) => role === 'buyer' && product._id === productId,
      )
    : undefined;
  if (existing) throw redirect(conversationPath(existing._id));
  const product = await call(getProduct, { params: { id: productId } });
  return product.ok ? { product: product.value } : { problem: product.error.message };
}

export const handle = {
  skeleton: () => (
    <DashboardSkeleton title={title}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-56 rounded-lg" />
    </DashboardSkeleton>
  ),
};

export default function NewConversation({
  loaderData: { product, problem },
}: Route.ComponentProps) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  // Sent again after a lost response, it is the same message.
  const clientId = useRef(crypto.randomUUID());
  if (!product) {
    return (
      <>
        <PageHeader title={title} />
        <EmptyState
          icon={<SearchX />}
          title="You cannot write about this"
          action={<ButtonLink to={href('/')}>Explore phones</ButtonLink>}
        >
          {problem}
        </EmptyState>
      </>
    );
  }
  const sendFirst = async (id: string, text: string) => {
    const body = { clientId: clientId.current, text };
    const sent = await call(sendMessage, { params: { id }, body });
    return sent.ok ? undefined : sent.error;
  };
  const send = async (text: string) => {
    setPending(true);
    setError(undefined);
    const opened = await call(openConversation, { body: { productId: product._id } });
    const failed = opened.ok ? await sendFirst(opened.value.insertedId, text) : opened.error;
    setPending(false);
    if (!opened.ok || failed) {
      setError(failed?.message);
      return false;
    }
    navigate(conversationPath(opened.value.insertedId), { replace: true });
    return true;
  };
  return (
    <>
      <PageHeader title={title}>
        To <bdi>{product.sellerName}</bdi>. You get the seller’s phone number and address after the
        payment; ask here whatever you want to know before.
      </PageHeader>
      <ProductSummary product={product} />
      <Composer
        draft={`message-about:${product._id}`}
        pending={pending}
        error={error}
        onSend={send}
      />
    </>
  );
}
