import type { DataExport } from '@redial/contract';
import { getTableColumns, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccountData } from '../src/adapters/identity/account-data.ts';
import * as schema from '../src/db/schema/index.ts';
import { exportData } from '../src/features/accounts/export-data.ts';
import { encryptImei } from '../src/features/devices/imei-keys.ts';
import { compileSearch, setSearchKeys } from '../src/features/saved-searches/compile-search.ts';
import { newId } from '../src/platform/ids.ts';
import { enqueueMail } from '../src/platform/outbox.ts';
import { createTestApp, publicUrl, type TestApp } from './test-app.ts';

/** Where the data export contains a column: the path of its value, by table and column. */
const paths: Record<string, string> = {
  'public.users.id': 'account._id',
  'public.users.identity_uid': 'account.uid',
  'public.users.email': 'account.email',
  'public.users.name': 'account.name',
  'public.users.role': 'account.role',
  'public.users.verified': 'account.varified',
  'public.users.email_verified': 'account.emailVerified',
  'public.users.created_at': 'account.signedUpAt',
  'public.users.photo_url': 'account.photo',
  'public.products.id': 'products[]._id',
  'public.products.image_url': 'products[].img',
  'public.products.original_price_cents': 'products[].originalPrice',
  'public.products.resale_price_cents': 'products[].resalePrice',
  'public.products.seller_phone': 'products[].number',
  'public.products.purchase_year': 'products[].purchaseDate',
  'public.products.posted_at': 'products[].postDate',
  'public.listing_details.product_id': 'products[]._id',
  'public.listing_details.ram_gb': 'products[].details.ramGb',
  'public.listing_details.network_lock': 'products[].details.networkLock',
  'public.listing_details.carrier': 'products[].details.carrier',
  'public.listing_details.account_lock': 'products[].details.accountLock',
  'public.listing_details.sim_type': 'products[].details.simType',
  'public.listing_details.battery_health_pct': 'products[].details.batteryHealthPct',
  'public.listing_details.battery_cycles': 'products[].details.batteryCycles',
  'public.listing_details.parts': 'products[].details.parts',
  'public.listing_details.tests': 'products[].details.tests',
  'public.listing_details.accessories': 'products[].details.accessories',
  'public.listing_details.receipt': 'products[].details.receipt',
  'public.listing_details.warranty_until': 'products[].details.warrantyUntil',
  'public.listing_details.defects': 'products[].defects',
  'public.listing_details.grade': 'products[].grade',
  'public.listing_details.changed_at': 'products[].detailsChangedAt',
  'public.products.storage_gb': 'products[].details.storageGb',
  'public.products.colour': 'products[].details.colour',
  'public.orders.id': 'orders[]._id',
  'public.orders.product_id': 'orders[].productId',
  'public.orders.product_name': 'orders[].productName',
  'public.orders.image_url': 'orders[].img',
  'public.orders.price_cents': 'orders[].price',
  'public.orders.phone': 'orders[].phone',
  'public.orders.location': 'orders[].location',
  'public.orders.state': 'orders[].state',
  'public.orders.placed_at': 'orders[].placedAt',
  'public.orders.expires_at': 'orders[].expiresAt',
  'public.orders.changed_at': 'orders[].changedAt',
  'public.orders.handover': 'orders[].handover',
  'public.orders.refunded_cents': 'orders[].refunded',
  'public.orders.chargeback_opened_at': 'orders[].chargebackOpenedAt',
  'public.refunds.amount_cents': 'orders[].refunds[].amount',
  'public.refunds.state': 'orders[].refunds[].state',
  'public.refunds.provider_refund_id': 'orders[].refunds[].providerRefundId',
  'public.refunds.created_at': 'orders[].refunds[].createdAt',
  'public.refunds.changed_at': 'orders[].refunds[].changedAt',
  'public.payments.provider': 'orders[].payments[].provider',
  'public.payments.intent_id': 'orders[].payments[].transactionId',
  'public.payments.order_id': 'orders[]._id',
  'public.payments.amount_cents': 'orders[].payments[].price',
  'public.payments.state': 'orders[].payments[].state',
  'public.payments.created_at': 'orders[].payments[].createdAt',
  'public.payments.changed_at': 'orders[].payments[].changedAt',
  'public.shipping_addresses.order_id': 'orders[]._id',
  'public.shipping_addresses.address': 'orders[].shippingAddress',
  'public.shipping_addresses.changed_at': 'orders[].shippingAddressChangedAt',
  'public.order_events.order_id': 'orders[]._id',
  'public.order_events.kind': 'orders[].events[].kind',
  'public.order_events.amount_cents': 'orders[].events[].amount',
  'public.order_events.details': 'orders[].events[].details',
  'public.order_events.at': 'orders[].events[].at',
  'public.payout_accounts.provider': 'payoutAccount.provider',
  'public.payout_accounts.account_id': 'payoutAccount.accountId',
  'public.payout_accounts.status': 'payoutAccount.status',
  'public.payout_accounts.requirements': 'payoutAccount.requirements',
  'public.payout_accounts.last4': 'payoutAccount.last4',
  'public.payout_accounts.created_at': 'payoutAccount.createdAt',
  'public.payout_accounts.changed_at': 'payoutAccount.changedAt',
  'public.payouts.id': 'payouts[]._id',
  'public.payouts.provider': 'payouts[].provider',
  'public.payouts.account_id': 'payouts[].accountId',
  'public.payouts.amount_cents': 'payouts[].amount',
  'public.payouts.state': 'payouts[].state',
  'public.payouts.failure_code': 'payouts[].failureCode',
  'public.payouts.provider_payout_id': 'payouts[].providerPayoutId',
  'public.payouts.requested_at': 'payouts[].requestedAt',
  'public.payouts.arrives_at': 'payouts[].arrivesAt',
  'public.payouts.settled_at': 'payouts[].settledAt',
  'public.payouts.changed_at': 'payouts[].changedAt',
  'public.disputes.id': 'disputes[]._id',
  'public.disputes.order_id': 'disputes[].orderId',
  'public.disputes.reason': 'disputes[].reason',
  'public.disputes.text': 'disputes[].text',
  'public.disputes.defects': 'disputes[].defects',
  'public.disputes.opened_at': 'disputes[].openedAt',
  'public.dispute_messages.kind': 'disputes[].messages[].kind',
  'public.dispute_messages.text': 'disputes[].messages[].text',
  'public.dispute_messages.at': 'disputes[].messages[].at',
  'public.dispute_proposals.kind': 'disputes[].proposals[].kind',
  'public.dispute_proposals.refund_cents': 'disputes[].proposals[].refund',
  'public.dispute_proposals.state': 'disputes[].proposals[].state',
  'public.dispute_proposals.at': 'disputes[].proposals[].at',
  'public.dispute_photos.width': 'disputes[].photos[].width',
  'public.dispute_photos.height': 'disputes[].photos[].height',
  'public.dispute_photos.at': 'disputes[].photos[].at',
  'public.returns.carrier': 'disputes[].return.carrier',
  'public.returns.tracking_number': 'disputes[].return.trackingNumber',
  'public.returns.shipped_at': 'disputes[].return.shippedAt',
  'public.reviews.id': 'reviews[]._id',
  'public.reviews.order_id': 'reviews[].orderId',
  'public.reviews.party': 'reviews[].party',
  'public.reviews.stars': 'reviews[].stars',
  'public.reviews.text': 'reviews[].text',
  'public.reviews.as_described': 'reviews[].points.asDescribed',
  'public.reviews.communication': 'reviews[].points.communication',
  'public.reviews.handover': 'reviews[].points.handover',
  'public.reviews.created_at': 'reviews[].writtenAt',
  'public.reviews.changed_at': 'reviews[].changedAt',
  'public.reviews.published_at': 'reviews[].publishedAt',
  'public.reviews.removed_at': 'reviews[].removedAt',
  'public.reviews.removal_reason': 'reviews[].removalReason',
  'public.audit_entries.at': 'activity[].at',
  'public.audit_entries.action': 'activity[].action',
  'public.audit_entries.changes': 'activity[].changes',
  'public.audit_entries.network': 'activity[].network',
  'public.favourites.product_id': 'favourites[].productId',
  'public.favourites.created_at': 'favourites[].addedAt',
  'public.availability_alerts.product_id': 'availabilityAlerts[].productId',
  'public.availability_alerts.created_at': 'availabilityAlerts[].addedAt',
  'public.offers.id': 'offers[]._id',
  'public.offers.product_id': 'offers[].productId',
  'public.offers.made_by': 'offers[].madeBy',
  'public.offers.price_cents': 'offers[].price',
  'public.offers.phone': 'offers[].phone',
  'public.offers.location': 'offers[].location',
  'public.offers.state': 'offers[].state',
  'public.offers.answers_id': 'offers[].answers',
  'public.offers.order_id': 'offers[].orderId',
  'public.offers.created_at': 'offers[].at',
  'public.offers.expires_at': 'offers[].expiresAt',
  'public.offers.closed_at': 'offers[].closedAt',
  'public.saved_searches.id': 'savedSearches[]._id',
  'public.saved_searches.name': 'savedSearches[].name',
  'public.saved_searches.search': 'savedSearches[].search',
  'public.saved_searches.frequency': 'savedSearches[].frequency',
  'public.saved_searches.created_at': 'savedSearches[].createdAt',
  'public.saved_searches.search_set_at': 'savedSearches[].searchSetAt',
  'public.saved_searches.paused_at': 'savedSearches[].pausedAt',
  'public.saved_searches.last_alert_at': 'savedSearches[].lastAlertAt',
  'public.saved_search_alerts.due_at': 'savedSearches[].nextAlertAt',
  'public.saved_search_matches.product_id': 'savedSearches[].found[].productId',
  'public.saved_search_matches.found_at': 'savedSearches[].found[].at',
  'public.saved_search_matches.alerted_at': 'savedSearches[].found[].alertedAt',
  'public.meetings.order_id': 'meetings[].orderId',
  'public.meetings.place': 'meetings[].place',
  'public.meetings.at': 'meetings[].at',
  'public.meetings.state': 'meetings[].state',
  'public.meetings.created_at': 'meetings[].createdAt',
  'public.listing_photos.id': 'products[].photos[]._id',
  'public.listing_photos.product_id': 'products[]._id',
  'public.listing_photos.image_url': 'products[].photos[].img',
  'public.listing_photos.alt': 'products[].photos[].alt',
  'public.listing_photos.position': 'products[].photos[].position',
  'public.listing_photos.created_at': 'products[].photos[].addedAt',
  'public.listing_photos.removed_at': 'products[].photos[].removedAt',
  'public.price_changes.product_id': 'products[]._id',
  'public.price_changes.from_cents': 'products[].priceChanges[].from',
  'public.price_changes.to_cents': 'products[].priceChanges[].to',
  'public.price_changes.cause': 'products[].priceChanges[].cause',
  'public.price_changes.changed_at': 'products[].priceChanges[].changedAt',
  'public.favourite_offers.id': 'favouriteOffers[]._id',
  'public.favourite_offers.product_id': 'favouriteOffers[].productId',
  'public.favourite_offers.price_cents': 'favouriteOffers[].price',
  'public.favourite_offers.recipients': 'favouriteOffers[].recipients',
  'public.favourite_offers.created_at': 'favouriteOffers[].at',
  'public.favourite_offers.expires_at': 'favouriteOffers[].expiresAt',
  'public.offer_rules.product_id': 'products[]._id',
  'public.price_plans.product_id': 'products[]._id',
  'public.offer_rules.accept_from_cents': 'products[].offerRules.acceptFrom',
  'public.offer_rules.blind_floor_cents': 'products[].offerRules.blindFloor',
  'public.blind_offers.id': 'blindOffers[]._id',
  'public.blind_offers.product_id': 'blindOffers[].productId',
  'public.blind_offers.ceiling_cents': 'blindOffers[].ceiling',
  'public.blind_offers.band': 'blindOffers[].band',
  'public.blind_offers.created_at': 'blindOffers[].at',
  'public.offer_rules.decline_below_cents': 'products[].offerRules.declineBelow',
  'public.price_plans.step_cents': 'products[].pricePlan.step',
  'public.price_plans.interval_days': 'products[].pricePlan.intervalDays',
  'public.price_plans.floor_cents': 'products[].pricePlan.floor',
  'public.price_plans.next_at': 'products[].pricePlan.nextAt',
  'public.listing_imeis.product_id': 'imeis[].productId',
  'public.listing_imeis.created_at': 'imeis[].createdAt',
  'public.listing_imeis.released_at': 'imeis[].releasedAt',
  'public.messages.conversation_id': 'messages[].conversationId',
  'public.messages.text': 'messages[].text',
  'public.messages.at': 'messages[].at',
  'public.message_photos.width': 'messagePhotos[].width',
  'public.message_photos.height': 'messagePhotos[].height',
  'public.message_photos.at': 'messagePhotos[].at',
  'public.message_photos.conversation_id': 'messagePhotos[].conversationId',
  'public.conversations.product_id': 'messages[].productId',
  'public.blocks.at': 'blocks[].at',
  'public.conversation_reports.conversation_id': 'conversationReports[].conversationId',
  'public.conversation_reports.category': 'conversationReports[].category',
  'public.conversation_reports.reason': 'conversationReports[].reason',
  'public.conversation_reports.created_at': 'conversationReports[].at',
  'public.conversation_reports.closed_at': 'conversationReports[].closedAt',
  'public.notifications.kind': 'notifications[].kind',
  'public.notifications.title': 'notifications[].title',
  'public.notifications.body': 'notifications[].text',
  'public.notifications.path': 'notifications[].path',
  'public.notifications.subject_type': 'notifications[].subject.type',
  'public.notifications.subject_id': 'notifications[].subject.id',
  'public.notifications.subject_title': 'notifications[].subject.title',
  'public.notifications.created_at': 'notifications[].at',
  'public.notifications.read_at': 'notifications[].readAt',
  'public.notification_settings.kind': 'notificationSettings[].kind',
  'public.notification_settings.in_app': 'notificationSettings[].inApp',
  'public.notification_settings.mail': 'notificationSettings[].mail',
  'public.notification_settings.push': 'notificationSettings[].push',
  'public.notification_settings.changed_at': 'notificationSettings[].changedAt',
  'public.push_subscriptions.endpoint': 'pushSubscriptions[].endpoint',
  'public.push_subscriptions.created_at': 'pushSubscriptions[].since',
  'public.push_subscriptions.used_at': 'pushSubscriptions[].lastUsedAt',
  'public.device_owners.device_id': 'devices[]._id',
  'public.device_owners.source': 'devices[].source',
  'public.device_owners.at': 'devices[].since',
  'public.products.possession_verified_at': 'products[].possessionVerifiedAt',
  'public.self_tests.id': 'selfTests[]._id',
  'public.self_tests.product_id': 'selfTests[].productId',
  'public.self_tests.order_id': 'selfTests[].orderId',
  'public.self_tests.party': 'selfTests[].party',
  'public.self_tests.product_name': 'selfTests[].productName',
  'public.self_tests.results': 'selfTests[].results',
  'public.self_tests.jws': 'selfTests[].jws',
  'public.self_tests.at': 'selfTests[].at',
  'public.possession_proofs.id': 'possessionProofs[]._id',
  'public.possession_proofs.product_id': 'possessionProofs[].productId',
  'public.possession_proofs.product_name': 'possessionProofs[].productName',
  'public.possession_proofs.code': 'possessionProofs[].code',
  'public.possession_proofs.state': 'possessionProofs[].state',
  'public.possession_proofs.reason': 'possessionProofs[].reason',
  'public.possession_proofs.created_at': 'possessionProofs[].requestedAt',
  'public.possession_proofs.expires_at': 'possessionProofs[].expiresAt',
  'public.possession_proofs.submitted_at': 'possessionProofs[].submittedAt',
  'public.possession_proofs.decided_at': 'possessionProofs[].decidedAt',
  'public.possession_proofs.width': 'possessionProofs[].photo.width',
  'public.possession_proofs.height': 'possessionProofs[].photo.height',
  'public.device_report_events.device_id': 'deviceReports[].deviceId',
  'public.device_report_events.kind': 'deviceReports[].kind',
  'public.device_report_events.at': 'deviceReports[].reportedAt',
  'public.moderation_decisions.id': 'decisions[]._id',
  'public.moderation_decisions.kind': 'decisions[].kind',
  'public.moderation_decisions.state': 'decisions[].state',
  'public.moderation_decisions.target_kind': 'decisions[].targetKind',
  'public.moderation_decisions.product_id': 'decisions[].targetId',
  'public.moderation_decisions.title': 'decisions[].title',
  'public.moderation_decisions.rule': 'decisions[].rule',
  'public.moderation_decisions.message': 'decisions[].message',
  'public.moderation_decisions.days': 'decisions[].days',
  'public.moderation_decisions.until': 'decisions[].until',
  'public.moderation_decisions.decided_at': 'decisions[].at',
  'public.moderation_decisions.closed_at': 'decisions[].closedAt',
  'public.moderation_decisions.balance_released_at': 'decisions[].balanceReleasedAt',
  'public.moderation_appeals.state': 'decisions[].appeal.state',
  'public.moderation_appeals.text': 'decisions[].appeal.text',
  'public.moderation_appeals.created_at': 'decisions[].appeal.at',
  'public.moderation_appeals.answer': 'decisions[].appeal.answer',
  'public.moderation_appeals.decided_at': 'decisions[].appeal.decidedAt',
  'public.reports.id': 'reports[]._id',
  'public.reports.product_id': 'reports[].productId',
  'public.reports.reason': 'reports[].reason',
  'public.reports.text': 'reports[].text',
  'public.reports.state': 'reports[].state',
  'public.reports.created_at': 'reports[].createdAt',
  'public.reports.closed_at': 'reports[].closedAt',
  'public.images.width': 'images[].width',
  'public.images.height': 'images[].height',
  'public.images.created_at': 'images[].uploadedAt',
  'public.outbox.done_at': 'mails[].sentAt',
  'identity.user.id': 'account.uid',
  'identity.user.name': 'signIn.name',
  'identity.user.email': 'signIn.email',
  'identity.user.email_verified': 'signIn.emailVerified',
  'identity.user.image': 'signIn.photo',
  'identity.user.created_at': 'signIn.createdAt',
  'identity.account.account_id': 'signIn.methods[].accountId',
  'identity.account.provider_id': 'signIn.methods[].provider',
  'identity.account.created_at': 'signIn.methods[].since',
  'identity.session.expires_at': 'signIn.sessions[].expiresAt',
  'identity.session.created_at': 'signIn.sessions[].startedAt',
  'identity.session.ip_address': 'signIn.sessions[].ipAddress',
  'identity.session.user_agent': 'signIn.sessions[].userAgent',
  'identity.email_change.old_email': 'signIn.emailChanges[].oldEmail',
  'identity.email_change.new_email': 'signIn.emailChanges[].newEmail',
  'identity.email_change.state': 'signIn.emailChanges[].state',
  'identity.email_change.requested_at': 'signIn.emailChanges[].requestedAt',
  'identity.email_change.expires_at': 'signIn.emailChanges[].expiresAt',
  'identity.two_factor.created_at': 'signIn.twoFactor.since',
  'identity.passkey.name': 'signIn.passkeys[].name',
  'identity.passkey.created_at': 'signIn.passkeys[].createdAt',
  'identity.passkey.last_used_at': 'signIn.passkeys[].lastUsedAt',
  'identity.passkey.backed_up': 'signIn.passkeys[].synced',
  'identity.known_device.last_sign_in_at': 'signIn.knownDevices[].lastSignInAt',
};

const ownId = 'the id of the user itself';
const secret = 'a credential, which must not leave the server';
const internal = 'an internal key without information about the user';
const derived = 'derived from exported columns';
const delivery = 'state of the delivery of a message';

/** Columns that the data export leaves out, with the reason. `table.*` stands for all its columns. */

const leftOut: Record<string, string> = {
  'public.users.email_key': derived,
  'public.users.removed_at': 'always null: a removed user cannot request the export',
  'public.products.seller_id': ownId,
  'public.products.model_id': derived,
  'public.listing_details.grade_reasons': derived,
  'public.models.*': 'no reference to a user',
  'public.model_variants.*': 'no reference to a user',
  'public.sales.*': 'no reference to a user: a copy of the price and the details of a sold phone',
  'public.products.updates_until': derived,
  'public.products.price_label': derived,
  'public.products.cost_per_month_cents': derived,
  'public.self_test_links.*': secret,
  'public.self_tests.created_by': ownId,
  'public.possession_proofs.photo_id': 'part of the exported URL',
  'public.possession_proofs.decided_by': 'identifies another user',
  'public.price_bands.*': 'no reference to a user',
  'public.products.held_until': derived,
  'public.products.hold_reason': derived,
  'public.products.listed': derived,
  'public.products.search': derived,
  'public.products.title_id': derived,
  'public.products.written':
    'part of name, description and location of the export, as they were written',
  'public.orders.seller_id': 'identifies another user',
  'public.orders.buyer_id': ownId,
  'public.orders.paid_payment_id': derived,
  'public.orders.fee_basis_points': 'concerns the seller, whose sales have it',
  'public.order_deadlines.*': 'follow from the exported events',
  'public.order_snapshots.*': 'the listing of another user',
  'public.refunds.id': internal,
  'public.refunds.order_id': internal,
  'public.refunds.payment_id': internal,
  'public.refunds.dedupe': internal,
  'public.payout_accounts.user_id': ownId,
  'public.payout_accounts.bank_mark': 'a keyed hash of the bank account, which the provider has',
  'public.listed_words.*': 'no reference to a user',
  'public.word_catches.*': 'parts of the exported texts of products, and the words of moderators',
  'public.removed_seller_marks.*': 'keyed hashes that show how removed sellers are recognized',
  'public.payouts.user_id': ownId,
  'public.payouts.transfer_id': internal,
  'public.provider_reconciliations.*': 'an internal control, without reference to a user',
  'public.chargebacks.*': 'the exported events have their opening and outcome',
  'public.ledger_transactions.*': 'follow from the exported orders and sales',
  'public.ledger_entries.*': 'follow from the exported orders and sales',
  'public.ledger_accounts.*': 'follow from the exported orders and sales',
  'public.sealed_blocks.*': 'hashes, without reference to a user',
  'public.chain_verifications.*': 'without reference to a user',
  'public.ledger_invariants.*': 'an internal control of the operator; names admins only',
  'public.payments.id': internal,
  'public.payments.buyer_id': ownId,
  'public.order_events.id': internal,
  'public.order_events.actor_id': 'identifies another user, unless it is the user',
  'public.order_events.payment_id': internal,
  'public.disputes.seller_has_phone': derived,
  'public.disputes.last_step_by': derived,
  'public.disputes.escalated_at': 'concerns the work of the admins; shown with the dispute',
  'public.dispute_messages.id': internal,
  'public.dispute_messages.dispute_id': internal,
  'public.dispute_messages.party': ownId,
  'public.dispute_proposals.id': internal,
  'public.dispute_proposals.dispute_id': internal,
  'public.dispute_proposals.party': ownId,
  'public.dispute_resolutions.*': 'concern both parties; follow from the exported events',
  'public.dispute_photos.id': 'part of the exported image URL',
  'public.dispute_photos.order_id': internal,
  'public.dispute_photos.uploaded_by': ownId,
  'public.dispute_photos.dispute_id': internal,
  'public.dispute_photos.message_id': internal,
  'public.returns.order_id': internal,
  'public.returns.address': 'exported to the seller, whose address it is',
  'public.returns.imei_hash': 'a keyed hash, which only a comparison uses',
  'public.returns.mismatches': 'a count of attempts',
  'public.returns.mismatched_hashes': 'keyed hashes, which only a comparison uses',
  'public.returns.created_at': 'follows from the exported events',
  'public.reviews.author_id': ownId,
  'public.reviews.subject_id': 'identifies another user',
  'public.reviews.reply': 'exported to the user who replied',
  'public.reviews.replied_at': 'exported to the user who replied',
  'public.reviews.removed_by': 'identifies another user',
  'public.favourites.user_id': ownId,
  'public.availability_alerts.user_id': ownId,
  'public.offers.seller_id': 'identifies another user',
  'public.offers.buyer_id': ownId,
  'public.offers.favourite_offer_id': 'says that the offer was made to others, too',
  'public.favourite_offers.seller_id': ownId,
  'public.blind_offers.seller_id': 'identifies another user',
  'public.blind_offers.order_id': 'exported of a match; blind-offers.test.ts',
  'public.blind_offers.buyer_id': ownId,
  'public.saved_searches.user_id': ownId,
  'public.saved_search_keys.*': 'follows from the exported search',
  'public.saved_search_alerts.saved_search_id': internal,
  'public.saved_search_matches.saved_search_id': internal,
  'public.meetings.id': internal,
  'public.meetings.proposed_by': ownId,
  'public.meeting_shares.*': secret,
  'public.handover_confirmations.*': 'follow from the exported events',
  'public.device_checks.*': 'counts of attempts and keyed hashes; the numbers are not stored',
  'public.price_changes.id': internal,
  'public.listing_imeis.imei_hash': 'a keyed hash of the exported number',
  'public.listing_imeis.imei_encrypted': 'exported as the number that it contains',
  'public.conversations.id': 'exported with the messages, as their conversation',
  'public.conversations.buyer_id': 'the user, or the other person of the conversation',
  'public.conversations.seller_id': 'the user, or the other person of the conversation',
  'public.conversations.last_number': derived,
  'public.conversations.buyer_read': delivery,
  'public.conversations.seller_read': delivery,
  'public.conversations.buyer_typing_at': delivery,
  'public.conversations.seller_typing_at': delivery,
  'public.conversations.created_at': derived,
  'public.conversations.changed_at': derived,
  'public.messages.id': internal,
  'public.messages.number': derived,
  'public.messages.author_id': ownId,
  'public.messages.client_id': internal,
  'public.messages.step': 'a step of an offer or an order, exported with it',
  'public.messages.step_key': internal,
  'public.message_photos.id': 'part of the exported image URL',
  'public.message_photos.uploaded_by': ownId,
  'public.message_photos.message_id': 'exported as whether it was sent',
  'public.message_photos.position': 'the order within a message',
  'public.messages.erased_at': 'always null: a removed user cannot request the export',
  'public.blocks.id': internal,
  'public.blocks.blocker_id': ownId,
  'public.blocks.blocked_id': 'another user',
  'public.conversation_reports.id': internal,
  'public.conversation_reports.reporter_id': ownId,
  'public.conversation_reports.closed_by': 'an admin',
  'public.notifications.id': internal,
  'public.notifications.user_id': ownId,
  'public.notifications.dedupe': internal,
  'public.notifications.in_app': delivery,
  'public.notifications.digest_due': delivery,
  'public.notification_settings.user_id': ownId,
  'public.push_subscriptions.id': internal,
  'public.push_subscriptions.user_id': ownId,
  'public.push_subscriptions.session_id': internal,
  'public.push_subscriptions.p256dh': 'a key of the browser, which has it',
  'public.push_subscriptions.auth': 'a secret of the browser, which has it',
  'public.push_subscriptions.server_key': internal,
  'public.live_cursors.*': delivery,
  'public.live_events.*': 'say that something has changed, which is exported from its own table',
  'public.devices.*': 'public: the passport, without reference to a user',
  'public.device_numbers.*': 'keyed hashes of the exported numbers',
  'public.device_entries.*': 'public: what the exported listings stated, in the passport',
  'public.device_owners.id': internal,
  'public.device_owners.user_id': ownId,
  'public.device_owners.order_id': internal,
  'public.device_report_events.id': internal,
  'public.device_report_events.user_id': ownId,
  'public.seller_records.*': 'about deleted users, who cannot request the export',
  'public.audit_entries.id': internal,
  'public.audit_entries.actor_id': 'the own id, or that of an admin',
  'public.audit_entries.actor_role': 'exported as whether it was the user',
  'public.audit_entries.target_type': internal,
  'public.audit_entries.target_id': ownId,
  'public.audit_entries.reason': 'only of what admins did; whom it concerns is notified of it',
  'public.seller_record_openings.*': 'about deleted users; names admins only',
  'public.users.staff_role': 'of staff, who are no sellers: staff-roles.test.ts',
  'public.users.suspended': 'the decisions say so',
  'public.moderation_decisions.review_id': 'the data export has it as targetId; null for a listing',
  'public.moderation_decisions.conversation_id':
    'the data export has it as targetId; null for a listing',
  'public.moderation_decisions.person_id': ownId,
  'public.moderation_decisions.evidence': 'what moderators saw and wrote for each other',
  'public.moderation_decisions.decided_by': 'an admin',
  'public.moderation_appeals.id': internal,
  'public.moderation_appeals.decision_id': 'in the decision',
  'public.moderation_appeals.decided_by': 'an admin',
  'public.reports.user_id': 'the data export has it as userId; null in a report of a product',
  'public.reports.review_id': 'the data export has it as reviewId; null in a report of a product',
  'public.reports.asked_cents': 'only of reports by the check of prices, which no user made',
  'public.reports.expected_cents': 'only of reports by the check of prices, which no user made',
  'public.reports.reporter': ownId,
  'public.reports.closed_by': 'identifies another user',
  'public.images.id': 'part of the exported image URL',
  'public.images.uploaded_by': ownId,
  'public.images.bytes': derived,
  'public.outbox.id': internal,
  'public.outbox.kind': delivery,
  'public.outbox.dedupe': internal,
  'public.outbox.payload':
    'only the subject is exported: mails contain contact data of other users',
  'public.outbox.priority': delivery,
  'public.outbox.attempts': delivery,
  'public.outbox.due_at': delivery,
  'public.outbox.last_error': delivery,
  'public.outbox.dead_at': delivery,
  'public.outbox.recipient': delivery,
  'public.domain_events.*': 'messages about changes whose result is exported from the other tables',
  'public.demo_users.*': 'marks the accounts of the demo data',
  'public.provider_events.*': 'ids of webhook messages, without reference to a user',
  'public.risk_assessments.*': 'how the marketplace judges a listing; its page says what holds it',
  'public.photo_hashes.*': 'computed from the images, which are exported; finds copies of photos',
  'public.photo_matches.*': 'says which photos of other users are alike',
  'public.state_transitions.*': 'the same for all users',
  'public.catalogue_revisions.*': 'no reference to a user',
  'public.product_counts.*': 'no reference to a user',
  'public.product_titles.*': 'no reference to a user',
  'identity.user.updated_at': internal,
  'identity.account.id': internal,
  'identity.account.user_id': ownId,
  'identity.account.access_token': secret,
  'identity.account.refresh_token': secret,
  'identity.account.id_token': secret,
  'identity.account.access_token_expires_at': secret,
  'identity.account.refresh_token_expires_at': secret,
  'identity.account.scope': secret,
  'identity.account.password': secret,
  'identity.account.updated_at': internal,
  'identity.session.id': internal,
  'identity.session.device': secret,
  'identity.session.passkey_id': internal,
  'identity.email_change.id': internal,
  'identity.email_change.user_id': ownId,
  'identity.email_change.old_verified': internal,
  'identity.email_change.token_hash': secret,
  'identity.user.two_factor_enabled': derived,
  'identity.passkey.id': internal,
  'identity.passkey.user_id': ownId,
  'identity.passkey.public_key': secret,
  'identity.passkey.credential_id': secret,
  'identity.passkey.counter': internal,
  'identity.passkey.device_type': internal,
  'identity.passkey.transports': internal,
  'identity.passkey.aaguid': internal,
  'identity.two_factor.id': internal,
  'identity.two_factor.user_id': ownId,
  'identity.two_factor.secret': secret,
  'identity.two_factor.backup_codes': secret,
  'identity.two_factor.verified': internal,
  'identity.two_factor.failed_verification_count': internal,
  'identity.two_factor.locked_until': internal,
  'identity.two_factor.last_step': secret,
  'identity.known_device.user_id': ownId,
  'identity.known_device.device': secret,
  'identity.known_device.mark': 'a keyed hash of the random id that the browser has',
  'identity.session.token': secret,
  'identity.session.updated_at': internal,
  'identity.session.user_id': ownId,
  'identity.verification.*': 'short-lived one-time tokens',
  'identity.jwks.*': 'no reference to a user',
  'identity.rate_limit.*': 'request counts by IP address, without reference to a user',
  'sandbox_cards.*': 'stands for the database of an external company',
};

/** `paths`, and the columns of products that the export contains under their own name. */
const exported = { ...paths };
for (const field of Object.keys(getTableColumns(schema.products))) {
  const column = `public.products.${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
  if (!(column in paths) && !(column in leftOut)) exported[column] = `products[].${field}`;
}

/** The entry that covers a column: itself, its table or its schema. */
const findEntries = (column: string): string[] => {
  const [schemaName, table] = column.split('.');
  return [column, `${schemaName}.${table}.*`, `${schemaName}.*`].filter(
    (entry) => entry in exported || entry in leftOut,
  );
};

let app: TestApp;
let data: DataExport;
/** A row of the user in each exported table, by table. */
const rows = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app;
  const user = await app.insertUser('seller', { name: 'Selma Seller' });
  const other = await app.insertUser('seller');
  const past = (days: number) => new Date(Date.now() - days * 86_400_000);
  await db.execute(
    sql`update users set verified = true, created_at = ${past(90)} where id = ${user.id}`,
  );
  const ownProductId = await app.insertProduct(user, {
    advertised: true,
    postedAt: past(80),
    removedAt: past(79),
    imageUrl: '/images/own-1.jpg',
    storageGb: 256,
    colour: 'Cream',
    possessionVerifiedAt: past(81),
  });
  await db.insert(schema.listingDetails).values({
    productId: ownProductId,
    ramGb: 8,
    networkLock: 'carrier-locked',
    carrier: 'T-Mobile',
    accountLock: 'signed-out',
    simType: 'esim-only',
    batteryHealthPct: 87,
    batteryCycles: 401,
    parts: { screen: 'original' },
    tests: { touch: 'pass' },
    accessories: ['box'],
    receipt: true,
    warrantyUntil: '2027-02-28',
    defects: [],
    grade: 'excellent',
    changedAt: past(53),
  });

  await db.insert(schema.listingPhotos).values({
    id: newId(),
    productId: ownProductId,
    imageUrl: '/images/own-2.jpg',
    alt: 'The back',
    position: 7,
    createdAt: past(43),
    removedAt: past(42),
  });
  await db.insert(schema.priceChanges).values({
    id: newId(),
    productId: ownProductId,
    fromCents: 36_500,
    toCents: 34_500,
    cause: 'plan',
    changedAt: past(41),
  });
  await db.insert(schema.pricePlans).values({
    productId: ownProductId,
    stepCents: 2_000,
    intervalDays: 6,
    floorCents: 30_100,
    nextAt: past(40),
  });
  await db.insert(schema.offerRules).values({
    productId: ownProductId,
    acceptFromCents: 33_300,
    declineBelowCents: 22_200,
    blindFloorCents: 27_700,
  });

  const productId = await app.insertProduct(other);
  const orderId = newId();
  await db.insert(schema.orders).values({
    id: orderId,
    productId,
    sellerId: other.id,
    buyerId: user.id,
    productName: 'Galaxy S23 256 GB, Cream',
    imageUrl: '/images/ordered-1.jpg',
    priceCents: 12_345,
    phone: '+33 7 00 11 22 33',
    location: 'Gare de Lyon',
    placedAt: past(70),
    expiresAt: past(69),
    changedAt: past(57),
    handover: 'ship',
    refundedCents: 2_300,
    chargebackOpenedAt: past(56),
  });
  await db.insert(schema.shippingAddresses).values({
    orderId,
    address: {
      name: 'Selma Seller',
      line1: 'Rue de la Part-Dieu 4',
      postalCode: '69003',
      city: 'Lyon',
      country: 'France',
    },
    changedAt: past(53),
  });
  const paymentId = newId();
  await db.insert(schema.payments).values({
    id: paymentId,
    provider: 'sandbox',
    intentId: 'pi_export',
    orderId,
    buyerId: user.id,
    amountCents: 12_345,
    createdAt: past(68),
    changedAt: past(67),
  });
  await db.insert(schema.refunds).values({
    id: newId(),
    orderId,
    paymentId,
    amountCents: 2_300,
    providerRefundId: 're_export',
    dedupe: 'refund of the export',
    createdAt: past(55),
    changedAt: past(54),
  });
  await db.insert(schema.orderEvents).values({
    orderId,
    paymentId,
    details: { carrier: 'DHL' },
    kind: 'order.placed',
    amountCents: 12_345,
    at: past(66),
  });
  await db.insert(schema.notifications).values({
    userId: user.id,
    kind: 'listings',
    dedupe: 'notification of the export',
    title: 'Your phone is off the market',
    body: 'It was reported.',
    path: '/dashboard/myproducts',
    subjectType: 'product',
    subjectId: ownProductId,
    subjectTitle: 'Galaxy A54 128 GB, Lime',
    inApp: true,
    digestDue: false,
    createdAt: past(47),
    readAt: past(46),
  });
  await db.insert(schema.notificationSettings).values({
    userId: user.id,
    kind: 'reminders',
    inApp: false,
    mail: 'daily',
    push: false,
    changedAt: past(45),
  });
  await db.insert(schema.pushSubscriptions).values({
    id: newId(),
    userId: user.id,
    sessionId: 'session of the export',
    endpoint: 'https://push.test/browser-of-the-export',
    p256dh: 'public key of the browser',
    auth: 'secret of the browser',
    serverKey: 'our key',
    createdAt: past(94),
    usedAt: past(93),
  });
  await db.insert(schema.payoutAccounts).values({
    userId: user.id,
    provider: 'sandbox',
    accountId: 'acct_export',
    status: 'details-needed',
    requirements: ['Enter your name.'],
    last4: '6780',
    createdAt: past(53),
    changedAt: past(52),
  });
  await db.insert(schema.payouts).values({
    id: newId(),
    userId: user.id,
    provider: 'sandbox',
    accountId: 'acct_export',
    amountCents: 4_560,
    state: 'failed',
    failureCode: 'account_closed',
    providerPayoutId: 'po_export',
    requestedAt: past(51),
    arrivesAt: past(50),
    settledAt: past(49),
    changedAt: past(48),
  });
  const disputeId = newId();
  await db.insert(schema.disputes).values({
    id: disputeId,
    orderId,
    reason: 'not-as-described',
    text: 'The screen has a crack.',
    defects: [{ part: 'screen', kind: 'crack' }],
    openedAt: past(52),
  });
  await db.insert(schema.disputeMessages).values({
    id: newId(),
    disputeId,
    party: 'buyer',
    text: 'Did you see it?',
    at: past(51),
  });
  await db.insert(schema.disputeProposals).values({
    id: newId(),
    disputeId,
    party: 'buyer',
    kind: 'partial-refund',
    refundCents: 2_300,
    at: past(50),
  });
  await db.insert(schema.disputePhotos).values({
    id: newId(),
    orderId,
    uploadedBy: user.id,
    disputeId,
    width: 960,
    height: 720,
    at: past(49),
  });
  await db.insert(schema.returns).values({
    orderId,
    address: 'the address of another user',
    carrier: 'UPS',
    trackingNumber: '1Z999',
    shippedAt: past(48),
  });
  await db.insert(schema.reviews).values({
    id: newId(),
    orderId,
    party: 'buyer',
    authorId: user.id,
    subjectId: other.id,
    stars: 4,
    text: 'As described, a little late.',
    asDescribed: 5,
    communication: 3,
    handover: 2,
    createdAt: past(47),
    changedAt: past(46),
    publishedAt: past(45),
    reply: 'Sorry, the train was late.',
    repliedAt: past(44),
    removedAt: past(43),
    removedBy: other.id,
    removalReason: 'It names a third person.',
  });
  await db
    .insert(schema.favourites)
    .values({ userId: user.id, productId: await app.insertProduct(other), createdAt: past(42) });
  await db
    .insert(schema.availabilityAlerts)
    .values({ userId: user.id, productId: await app.insertProduct(other), createdAt: past(41) });
  const offerId = newId();
  await db.insert(schema.offers).values({
    id: offerId,
    productId: await app.insertProduct(other),
    sellerId: other.id,
    buyerId: user.id,
    madeBy: 'seller',
    priceCents: 22_200,
    phone: '+33 6 98 76 54 32',
    location: 'Below the clock',
    state: 'accepted',
    // The table has one row in this test.
    answersId: offerId,
    orderId,
    createdAt: past(31),
    expiresAt: past(30),
    closedAt: past(29),
  });
  await db.insert(schema.favouriteOffers).values({
    id: newId(),
    productId: ownProductId,
    sellerId: user.id,
    priceCents: 23_300,
    recipients: 17,
    createdAt: past(92),
    expiresAt: past(91),
  });
  await db.insert(schema.blindOffers).values([
    {
      id: newId(),
      productId: await app.insertProduct(other),
      sellerId: other.id,
      buyerId: user.id,
      ceilingCents: 26_600,
      band: 'within-5',
      createdAt: past(28),
    },
  ]);
  await db.insert(schema.selfTests).values({
    id: newId(),
    productId,
    orderId,
    party: 'buyer',
    createdBy: user.id,
    productName: 'Galaxy S23',
    results: [{ test: 'battery', outcome: 'passed', values: { levelPct: 71 } }],
    jws: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
    at: past(10),
  });
  await db.insert(schema.possessionProofs).values({
    id: newId(),
    productId: ownProductId,
    productName: 'Galaxy S22',
    code: 'K7HT3R',
    state: 'refused',
    reason: 'code-missing',
    photoId: newId(),
    width: 1200,
    height: 900,
    createdAt: past(83),
    expiresAt: past(12),
    submittedAt: past(82),
    decidedAt: past(81),
    decidedBy: other.id,
  });
  const conversationId = newId();
  await db.insert(schema.conversations).values({
    id: conversationId,
    productId: ownProductId,
    buyerId: other.id,
    sellerId: user.id,
    lastNumber: 1,
  });
  await db.insert(schema.messages).values({
    id: newId(),
    conversationId,
    number: 1,
    authorId: user.id,
    clientId: newId(),
    text: 'The battery is original.',
    at: past(41),
  });
  await db.insert(schema.messagePhotos).values({
    id: newId(),
    uploadedBy: user.id,
    conversationId,
    width: 1440,
    height: 1080,
    at: past(41),
  });
  await db
    .insert(schema.blocks)
    .values({ id: newId(), blockerId: user.id, blockedId: other.id, at: past(40) });
  await db.insert(schema.conversationReports).values({
    id: newId(),
    conversationId,
    reporterId: user.id,
    category: 'outside-trade',
    reason: 'Asks for money outside of Redial.',
    createdAt: past(39),
    closedAt: past(38),
    closedBy: other.id,
  });
  const savedSearch = { q: 'iphone', maxPrice: 400 };
  const savedSearchId = newId();
  await db.insert(schema.savedSearches).values({
    id: savedSearchId,
    userId: user.id,
    name: 'My next phone',
    search: savedSearch,
    frequency: 'weekly',
    createdAt: past(38),
    searchSetAt: past(37),
    pausedAt: past(36),
    lastAlertAt: past(35),
  });
  await setSearchKeys(
    db,
    { id: savedSearchId, searchSetAt: past(37) },
    await compileSearch(db, savedSearch),
  );
  await db.insert(schema.savedSearchAlerts).values({ savedSearchId, dueAt: past(34) });
  await db.insert(schema.savedSearchMatches).values({
    savedSearchId,
    productId: await app.insertProduct(other),
    foundAt: past(33),
    alertedAt: past(32),
  });
  await db.insert(schema.meetings).values({
    id: newId(),
    orderId,
    proposedBy: 'buyer',
    place: 'Gare de Lyon, main hall',
    at: past(47),
    createdAt: past(46),
  });
  await db.insert(schema.listingImeis).values({
    productId: ownProductId,
    imeiHash: 'hash',
    imeiEncrypted: encryptImei(app.settings, '001017000000011'),
    createdAt: past(45),
    releasedAt: past(44),
  });
  const deviceId = newId();
  await db.insert(schema.devices).values({ id: deviceId });
  await db
    .insert(schema.deviceOwners)
    .values({ deviceId, userId: user.id, source: 'listing', at: past(43) });
  await db
    .insert(schema.deviceReportEvents)
    .values({ deviceId, userId: user.id, kind: 'lost', at: past(42) });
  const decisionId = newId();
  await db.insert(schema.moderationDecisions).values({
    id: decisionId,
    kind: 'suspend',
    state: 'ended',
    targetKind: 'listing',
    productId,
    personId: user.id,
    title: 'iPhone 13',
    rule: 'respect',
    message: 'Please be friendly.',
    evidence: { reasons: ['offensive'] },
    days: 7,
    until: past(30),
    decidedBy: other.id,
    decidedAt: past(37),
    closedAt: past(30),
    balanceReleasedAt: past(36),
  });
  await db.insert(schema.moderationAppeals).values({
    id: newId(),
    decisionId,
    state: 'rejected',
    text: 'I was friendly.',
    createdAt: past(35),
    answer: 'You were not.',
    decidedBy: other.id,
    decidedAt: past(34),
  });
  await db.insert(schema.reports).values({
    id: newId(),
    productId,
    reporter: `user:${user.id}`,
    reason: 'misleading',
    text: 'The photos show another phone.',
    state: 'dismissed',
    createdAt: past(65),
    closedAt: past(64),
    closedBy: other.id,
  });
  await db.insert(schema.images).values({
    id: newId(),
    uploadedBy: user.id,
    width: 961,
    height: 721,
    createdAt: past(63),
  });
  const mail = { to: user.email, subject: 'Sold', text: 'Sold', html: 'Sold' };
  await enqueueMail(db, 'mail of the export', mail);
  await db.execute(sql`update outbox set done_at = ${past(62)}`);
  await db.insert(schema.identityUsers).values({
    id: user.uid,
    name: 'Selma at the provider',
    email: 'selma@provider.example',
    emailVerified: true,
    image: 'https://provider.example/selma.jpg',
    createdAt: past(61),
  });
  await db.insert(schema.identityAccounts).values({
    id: 'account',
    accountId: 'account-at-google',
    providerId: 'google',
    userId: user.uid,
    password: 'a password hash',
    accessToken: 'an access token',
    createdAt: past(60),
  });
  await db.insert(schema.identityEmailChanges).values({
    id: 'change',
    userId: user.uid,
    oldEmail: 'selma.old@mail.com',
    oldVerified: true,
    newEmail: 'selma.new@mail.com',
    state: 'requested',
    tokenHash: 'hash of a token',
    requestedAt: past(41),
    expiresAt: past(40),
  });
  await db.insert(schema.identityTwoFactors).values({
    id: 'second factor',
    userId: user.uid,
    secret: 'a secret of an app',
    backupCodes: '["hash of a recovery code"]',
    verified: true,
    createdAt: past(43),
  });
  await db.insert(schema.identityPasskeys).values({
    id: 'passkey',
    userId: user.uid,
    name: 'Bitwarden',
    publicKey: 'a public key',
    credentialID: 'a credential',
    counter: 3,
    deviceType: 'multiDevice',
    backedUp: true,
    transports: 'internal',
    aaguid: 'a model of authenticators',
    createdAt: past(44),
    lastUsedAt: past(45),
  });
  await db.insert(schema.identityKnownDevices).values({
    userId: user.uid,
    device: 'hash of a device',
    lastSignInAt: past(42),
  });
  await db.insert(schema.identitySessions).values({
    id: 'session',
    token: 'a session token',
    userId: user.uid,
    ipAddress: '192.0.2.1',
    userAgent: 'Firefox',
    createdAt: past(59),
    expiresAt: past(58),
  });

  await db.insert(schema.auditEntries).values({
    at: past(41),
    action: 'sign-in.new-device',
    actorId: user.id,
    actorRole: 'owner',
    targetType: 'user',
    targetId: user.id,
    changes: { device: [null, 'Firefox on Windows'] },
    network: '192.0.2.0/24',
  });

  await db.execute(
    sql`update users set photo_url = '/images/${sql.raw(newId())}.webp' where id = ${user.id}`,
  );

  const conditions: Record<string, ReturnType<typeof sql>> = {
    'public.users': sql`id = ${user.id}`,
    'public.products': sql`seller_id = ${user.id}`,
    'public.reports': sql`reporter = ${`user:${user.id}`}`,
  };
  for (const table of new Set(Object.keys(exported).map(tableOf))) {
    const [schemaName = '', tableName = ''] = table.split('.');
    const where = conditions[table] ?? sql`true`;
    const result = await db.execute(
      sql`select * from ${sql.identifier(schemaName)}.${sql.identifier(tableName)} where ${where}`,
    );
    expect(result.rows, table).toHaveLength(1);
    rows.set(table, result.rows[0] ?? {});
  }
  const identity = {
    ...app.deps.identity,
    findAccountData: (uid: string) => findAccountData(db, uid),
  };
  data = await exportData({ ...app.deps, identity }, { ...user, verified: true });
});
afterAll(() => app.close());

const tableOf = (column: string): string => column.split('.').slice(0, 2).join('.');

/** The value at a path of the export; `[]` is the only element of a list. */
function valueAt(path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => {
    const property = (value as Record<string, unknown>)[step.replace('[]', '')];
    return step.endsWith('[]') ? (property as unknown[])[0] : property;
  }, data);
}

/** How the API represents the value of a column. */
function toApiValue(column: string, value: unknown): unknown {
  if (column.endsWith('_cents')) return Number(value) / 100;
  if (/\.(image|photo)_url$/.test(column)) return `${publicUrl}${value}`;
  if (/(_at|\.at|\.until)$/.test(column)) return new Date(String(value)).toISOString();
  return value;
}

test('every column of the database is exported or left out for a reason', async () => {
  const { rows: columns } = await app.db.execute<{ name: string }>(sql`
    select table_schema || '.' || table_name || '.' || column_name as name
    from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema', 'drizzle', 'pgboss')
      and not (select relispartition from pg_class
        where oid = format('%I.%I', table_schema, table_name)::regclass)`);
  const names = columns.map(({ name }) => name);
  expect(names.filter((name) => findEntries(name).length !== 1)).toEqual([]);
  const used = new Set(names.flatMap(findEntries));
  const stale = [...Object.keys(exported), ...Object.keys(leftOut)].filter((key) => !used.has(key));
  expect(stale).toEqual([]);
});

test.each(Object.entries(exported))('the export contains %s as %s', (column, path) => {
  const value = rows.get(tableOf(column))?.[column.split('.')[2] ?? ''];
  expect(value ?? null).not.toBeNull();
  expect(valueAt(path)).toEqual(toApiValue(column, value));
});

test('the export contains neither credentials nor ids of other users', () => {
  const text = JSON.stringify(data);
  for (const credential of [
    'a password hash',
    'an access token',
    'a session token',
    'a secret of an app',
    'hash of a recovery code',
  ]) {
    expect(text).not.toContain(credential);
  }
  expect(text).not.toContain(String(rows.get('public.reports')?.closed_by));
  expect(text).not.toContain(String(rows.get('public.reviews')?.reply));
});
