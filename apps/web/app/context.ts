import { createContext } from 'react-router';
import type { WebContext } from '../handler.ts';

/** What the server handed over with the request; only server loaders can read it. */
export const webContext = createContext<WebContext>();
