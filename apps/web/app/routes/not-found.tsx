import { data } from 'react-router';
import { NotFound } from '../layout/error-page.tsx';
import { notFoundMeta } from '../layout/site-meta.ts';

export const loader = () => data(null, { status: 404 });

export const meta = () => notFoundMeta;

export default NotFound;
