export {
  type DemoAccounts,
  isMarketplaceEmpty,
  loadDemoData,
  restoreDemoAccounts,
} from './load-demo-data.ts';
export { hasDemoData, purgeDemoData, type SandboxLink } from './purge-demo-data.ts';
