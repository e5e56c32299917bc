import { notFoundMessage } from '@redial/contract';
import { data } from 'react-router';
import { NotFound } from '../layout/error-page.tsx';

export const loader = () => data(null, { status: 404 });

export const meta = () => [
  { title: 'Nothing here | Redial' },
  { name: 'description', content: notFoundMessage },
];

export default NotFound;
