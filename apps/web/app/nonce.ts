import { createContext, useContext } from 'react';

const NonceContext = createContext<string | undefined>(undefined);

export const NonceProvider = NonceContext.Provider;

/** The page's nonce while rendering on the server; nothing in the browser, which hides it. */
export const useNonce = (): string | undefined => useContext(NonceContext);
