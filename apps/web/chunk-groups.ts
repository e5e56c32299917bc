/** What nearly every page uses; dialogs and their library stay apart until one opens. */
const commonModules =
  /app\/(layout|nonce|features\/catalogue\/search\/filters|session\/(?!embedded|firebase|google|guards)|ui\/(button|count|cx|spinner|empty-and-error-state|switch|toast))|packages\/contract|lucide-react|react-hot-toast/;

/** What pages with phones use: cards, prices, what one does with a phone. */
const productListModules =
  /app\/(product-list\/(?!no-results)|features\/(catalogue\/(?!product\/|search\/|product-dialog|hero|category)|orders\/purchase-button|moderation\/report-button)|ui\/(badge|phone-art|product-image|unmodified-click|price|relative-time))/;

/**
 * The files of script that most pages load, in the order in which they need each other. They are run
 * one by one (`app/deferred-hydration.ts`), so none should be so large that a phone works long on it.
 */
export const chunkGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/react-router\// },
  { name: 'common', test: commonModules, minShareCount: 2 },
  { name: 'phones', test: productListModules, minShareCount: 2 },
];
