/** What nearly every page uses; dialogs and their library stay apart until one opens. */
const common =
  /app\/(layout|nonce|features\/catalogue\/search\/filters|session\/(?!embedded|firebase|google|guards)|ui\/(button|count|cx|spinner|states|switch|toast))|packages\/contract|lucide-react|react-hot-toast/;

/** What pages with phones use: cards, prices, what one does with a phone. */
const phones =
  /app\/(shop\/(?!no-results)|features\/(catalogue\/(?!product\/|search\/|product-dialog|hero|category)|orders\/purchase-button|moderation\/report-button)|ui\/(badge|phone-art|picture|plain-press|price|relative-time))/;

/**
 * The files of script that most pages load, in the order in which they need each other. They are run
 * one by one (`app/late-scripts.ts`), so none should be so large that a phone works long on it.
 */
export const firstParts = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/react-router\// },
  { name: 'common', test: common, minShareCount: 2 },
  { name: 'phones', test: phones, minShareCount: 2 },
];
