import { createContext } from 'react-router';
import type { WebContext } from '../handler.ts';

/** The request context that the server passes in; available to server loaders only. */
export const webContext = createContext<WebContext>();
