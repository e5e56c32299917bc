export { type Chain, contentOf } from './chain.ts';
export { findLastBlock, sealChain } from './seal-chain.ts';
export { describeFinding, verifyChain } from './verify-chain.ts';
export { findVerification, requestVerification, verifyChains } from './verify-chains.ts';
