export { findContacts, hiddenText, hideContacts } from './find-contacts.ts';
export { findFraudSigns, fraudSigns } from './find-fraud-signs.ts';
