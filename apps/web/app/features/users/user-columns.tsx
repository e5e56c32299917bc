import type { Buyer, Seller } from '@redial/contract';
import { EmailAddress } from '../../ui/email-address.tsx';
import type { Column } from '../../ui/table.tsx';
import { DeleteUser } from './delete-user.tsx';
import { UserName } from './user-name.tsx';
import { VerifySeller } from './verify-seller.tsx';

const userColumns: readonly Column<Buyer | Seller>[] = [
  { label: 'Name', kind: 'heading', cell: ({ _id, name }) => <UserName id={_id} name={name} /> },
  { label: 'Email', cell: ({ email }) => <EmailAddress email={email} /> },
  { label: 'Role', cell: ({ role }) => <span className="capitalize">{role}</span> },
];

const deletion: Column<Buyer | Seller> = {
  label: 'Delete',
  kind: 'action',
  cell: (user) => <DeleteUser user={user} />,
};

/** Columns of the All Buyers table (specification, 2). */
export const buyerColumns: readonly Column<Buyer>[] = [...userColumns, deletion];

/** Columns of the All Sellers table (specification, 2). */
export const sellerColumns: readonly Column<Seller>[] = [
  ...userColumns,
  { label: 'Verify', kind: 'action', cell: (seller) => <VerifySeller seller={seller} /> },
  deletion,
];
