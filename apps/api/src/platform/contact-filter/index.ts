export { type FilteredText, findContacts, hiddenText, hideContacts } from './find-contacts.ts';
export { type FraudSign, findFraudSigns, fraudSigns } from './find-fraud-signs.ts';
export { type ContactKind, contactKinds, type Finding } from './finding.ts';
