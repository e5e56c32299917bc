/** Modules of nearly every page, with the icons of public pages; dialogs and their library are loaded on demand. */
const commonModules =
  /app\/(layout|nonce|features\/(catalogue\/search\/filters|notifications\/unread-count)|session\/(?!use-own-phone|use-mutation|use-verification|use-draft|drafts|upload-photo|embedded|firebase|google|guards|offline-page|push-|reconnect-delay|keep-sending|passkey)|ui\/(brand-label|button|card-icon|count|cx|product-name|smallest-image|use-history-dialog|email-address|use-hydrated|spinner|empty-and-error-state|option-list|lazy-dialog|lazy-part|stars|switch|toast|use-combobox|use-suggestions))|packages\/contract\/(?!src\/(audit-actions|audit-log|availability-alerts|blind-offers|carriers|chat|chat-steps|chargebacks|data-export|devices|device-warnings|disputes|favourites|favourite-offers|offers|handover|ledger|ledger-texts|moderation-decisions|order-lifecycle|order-money-text|order-texts|overview|payout-texts|payouts|people|places|profile-photos|push-subscriptions|reports|risk|resale|returns|reviews|saved-searches|possession|possession-proofs|self-tests|self-test-report|seller-records|team|transparency|user-administration|word-lists|payments|listing-details|listing-photos|listing-prices|grade|imei|luhn|price-curve|price-estimate|price-estimates|models)\.ts)|lucide-react(?!.*\/icons\/)|lucide-react.*\/icons\/(arrow-right|arrow-up-right|badge-check|bell|calendar-clock|chevron-down|circle-check|circle-exclamation-point|circle-user-round|cloud-off|flag|heart|menu|message-circle|moon|phone|search|search-x|share-2|shield-check|star|sun|tag|x|zoom-in)\.|react-hot-toast/;

/** Dates and times in the words of the reader. */
const dateModules = /app\/ui\/(date-time|reader-locale|unbroken-time)/;

/** Texts of self-tests, which a page loads with the sections that show one. */
const selfTestModules = /packages\/contract\/src\/self-test/;

/** Changes of data, by buttons of the dashboard. */
const mutationModules = /app\/session\/use-(mutation|verification)/;

/** Modules of the contract that only pages about moderation use. */
const moderationModules = /packages\/contract\/src\/(moderation-decisions|risk)\.ts/;

/** Other modules of the contract that neither the home page nor product lists use. */
const tradeModules =
  /packages\/contract\/(?!src\/(chat|chat-steps|data-export|favourite-offers|moderation-decisions|order-money-text|overview|people|places|profile-photos|push-subscriptions|risk|transparency|word-lists)\.ts)/;

/** The icons that no public page shows at first, as of the dashboard and of sign-in; a password field has its own. */
const otherIcons =
  /lucide-react.*\/icons\/(?!(equal|eye|eye-off|image-off|map-pin|shield-off|shield-question-mark|sliders-horizontal|trending-down|trending-up)\.)/;

/** Modules of pages with product lists, and the icons that only they show. */
const productListModules =
  /app\/(product-list\/(?!no-results)|session\/use-own-phone|features\/(catalogue\/(?!product\/(?!seller-contact)|compare\/compare-bar|search\/|product-dialog|hero|category)|orders\/purchase-button|moderation\/report-(button|with-reason))|ui\/(badge|notice|product-image|unmodified-click|price(?!-input)|relative-time|update-line))|lucide-react.*\/icons\/(equal|image-off|map-pin|shield-off|shield-question-mark|sliders-horizontal|trending-down|trending-up)\./;

/**
 * The shared chunks: without these groups the bundler makes some thirty small ones, which compress
 * worse (a quarter more bytes for the home page).
 */
export const chunkGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/react-router\// },
  { name: 'common', test: commonModules, minShareCount: 2 },
  { name: 'dates', test: dateModules, minShareCount: 2 },
  { name: 'mutations', test: mutationModules, minShareCount: 2 },
  { name: 'icons', test: otherIcons, minShareCount: 2 },
  { name: 'self-tests', test: selfTestModules, minShareCount: 2 },
  // After `common`: a group takes what its modules import, unless an earlier one has it.
  { name: 'trade', test: tradeModules, minShareCount: 2 },
  { name: 'moderation', test: moderationModules, minShareCount: 2 },
  { name: 'phones', test: productListModules, minShareCount: 2 },
];
