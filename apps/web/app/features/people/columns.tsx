import type { Buyer, Seller } from '@redial/contract';
import { EmailAddress } from '../../ui/email-address.tsx';
import type { Column } from '../../ui/table.tsx';
import { DeletePerson } from './delete-person.tsx';
import { PersonName } from './person-name.tsx';
import { VerifySeller } from './verify-seller.tsx';

const aboutPerson: readonly Column<Buyer | Seller>[] = [
  { label: 'Name', kind: 'heading', cell: ({ name }) => <PersonName name={name} /> },
  { label: 'Email', cell: ({ email }) => <EmailAddress email={email} /> },
  { label: 'Role', cell: ({ role }) => <span className="capitalize">{role}</span> },
];

const deletion: Column<Buyer | Seller> = {
  label: 'Delete',
  kind: 'action',
  cell: (person) => <DeletePerson person={person} />,
};

/** All Buyers (specification, 2). */
export const buyerColumns: readonly Column<Buyer>[] = [...aboutPerson, deletion];

/** All Sellers (specification, 2). */
export const sellerColumns: readonly Column<Seller>[] = [
  ...aboutPerson,
  { label: 'Verify', kind: 'action', cell: (seller) => <VerifySeller seller={seller} /> },
  deletion,
];
