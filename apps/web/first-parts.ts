/** What nearly every page uses; dialogs and their library stay apart until one opens. */
const common =
  /app\/(layout|session\/(?!embedded|firebase|google|guards)|ui\/(button|cx|spinner|states|switch|toast))|packages\/contract|lucide-react|react-hot-toast/;

/**
 * The files of script that every page loads, in the order in which they need each other. They are run
 * one by one (`app/late-scripts.ts`), so none should be so large that a phone works long on it.
 */
export const firstParts = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/react-router\// },
  { name: 'common', test: common, minShareCount: 2 },
];
