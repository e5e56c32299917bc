export { listOwnSelfTests } from './list-own-self-tests.ts';
export { purgeSelfTestLinks } from './purge-links.ts';
export { signReport } from './signing-key.ts';
