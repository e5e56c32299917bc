import { auditChain } from './features/audit/index.ts';
import { ledgerChain } from './features/ledger/index.ts';
import type { Chain } from './platform/sealing/index.ts';

/** The tables whose rows are sealed. */
export const chains: readonly Chain[] = [ledgerChain, auditChain];
