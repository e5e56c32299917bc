import { createContext, useContext } from 'react';

const NonceContext = createContext<string | undefined>(undefined);

export const NonceProvider = NonceContext.Provider;

/**
 * The nonce of the render on the server, undefined in the browser. Marks inline scripts
 * as ours (`inline-hashes.ts`); the content security policy names their hashes instead.
 */
export const useNonce = (): string | undefined => useContext(NonceContext);
