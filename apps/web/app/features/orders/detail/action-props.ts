import type { OrderAction, OrderDetails } from '@redial/contract';

/** The URLs of the actions that are done on pages or in panels of other features. */
export type ActionLinks = Partial<Record<OrderAction, string>>;

/** What the dialog of an action needs. */
export interface ActionDialogProps {
  readonly order: OrderDetails;
  readonly open: boolean;
  readonly onClose: () => void;
}
