import type { Order } from '@redial/contract';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { refreshOwnership } from '../../session/ownership.ts';
import type { CardHandle } from './payment-client.ts';
import { recordPaymentWithRetry } from './record-payment.ts';

/** State of a payment. From `recording` on, the card has been charged. */
export type PaymentState =
  | { readonly phase: 'entering'; readonly error?: string | undefined }
  | { readonly phase: 'paying' }
  | { readonly phase: 'recording' | 'recorded'; readonly transactionId: string }
  | {
      readonly phase: 'unrecorded';
      readonly transactionId: string;
      readonly error: string;
      /** Whether the marketplace rejected it permanently, so that a retry is pointless. */
      readonly final: boolean;
    };

/**
 * Pays an order (specification, 4): creates a payment method, confirms the payment, records it.
 */
export function usePayment(order: Order) {
  const [state, setState] = useState<PaymentState>({ phase: 'entering' });
  const { revalidate } = useRevalidator();

  async function pay(card: CardHandle, clientSecret: string): Promise<void> {
    setState({ phase: 'paying' });
    const method = await card.createPaymentMethod();
    if (!method.ok) return setState({ phase: 'entering', error: method.message });
    const { paymentMethodId } = method;
    const paid = await card.confirmCardPayment({ clientSecret, paymentMethodId });
    if (!paid.ok) return setState({ phase: 'entering', error: paid.message });
    await record(paid.transactionId);
  }

  /** Records the payment; the user can retry after a failure. */
  async function record(transactionId: string): Promise<void> {
    setState({ phase: 'recording', transactionId });
    const { _id: orderId, price, email } = order;
    const result = await recordPaymentWithRetry({ price, transactionId, email, orderId });
    if (result.ok) {
      setState({ phase: 'recorded', transactionId });
      await Promise.all([revalidate(), refreshOwnership()]);
      return;
    }
    const { message, code } = result.error;
    setState({
      phase: 'unrecorded',
      transactionId,
      error: message,
      final: code === 'order.closed',
    });
  }

  return { state, pay, record };
}
