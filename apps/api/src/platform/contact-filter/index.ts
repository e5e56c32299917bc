export { findContacts, hideContacts, hideContactsIn } from './find-contacts.ts';
export { findFraudSigns, fraudSigns } from './find-fraud-signs.ts';
export { normalize as normalizeText } from './normalize.ts';
