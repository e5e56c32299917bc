export { purgeSellerRecords } from './purge-seller-records.ts';
export { type DeletedAccount, sealSellerRecord } from './seal-seller-record.ts';
