/** The rules of trade after payment. Their defaults are in the schema of the environment. */
export interface TradeSettings {
  /** The fee of the seller in hundredths of a percent. */
  readonly sellerFeeBasisPoints: number;
  /** The smallest payout in cents. */
  readonly payoutMinimumCents: number;
  /** Hours in which a seller answers a buyer's request for cancellation. */
  readonly cancellationResponseHours: number;
  /** Days after payment in which a phone has to change hands or be shipped. */
  readonly handoverDays: number;
  /** Days after shipping at which a phone counts as received. */
  readonly transitDays: number;
  /** Days after shipping from which a buyer can report a phone as not received. */
  readonly overdueDays: number;
  /** Hours in which a buyer inspects a received phone, and one that was handed over in person. */
  readonly inspectionHours: number;
  readonly meetingInspectionHours: number;
  /** Hours in which a party of a dispute answers the other one's last step. */
  readonly disputeResponseHours: number;
  /** Days after its first opening at which a dispute ends. */
  readonly disputeDays: number;
  /** Days in which a buyer ships a return, and in which a seller confirms it. */
  readonly returnShipmentDays: number;
  readonly returnConfirmationDays: number;
}

/** Settings used by the API. The server reads them from the environment. */
export interface Settings {
  /**
   * Redial's public URL, without a trailing slash. Used in links, as token issuer, and for CORS.
   */
  readonly publicUrl: string;
  /** Origins of pages that may call the API. */
  readonly webOrigins: readonly string[];
  /** Signs tokens and links. */
  readonly sessionSecret: string;
  /** Verify what was signed before the session secret was changed. */
  readonly previousSessionSecrets: readonly string[];
  /** The keys of IMEIs and of seller records are derived from it; never stored in the database. */
  readonly imeiSecret: string;
  /** Days after the last sale or payout for which a deleted seller's identity is kept, encrypted. */
  readonly sellerRecordDays: number;
  readonly demo: boolean;
  /** Whether ordering and listing require a verified e-mail address. */
  readonly requireVerifiedEmail: boolean;
  /** Whether admins need a second factor. */
  readonly requireAdminTwoFactor: boolean;
  /** Hours after which an unpaid order expires. */
  readonly orderHoldHours: number;
  /** Minutes after which the unpaid order of an accepted offer expires. */
  readonly offerReservationMinutes: number;
  /** Maximum number of unpaid orders of a buyer. */
  readonly orderHoldMax: number;
  /** The risk score above which a listing is held for review; 100 holds none. */
  readonly holdListingsAbove: number;
  /** What support may refund in one decision. */
  readonly supportRefundMaxCents: number;
  readonly trade: TradeSettings;
  /** Multiplies every rate limit. */
  readonly rateLimitScale: number;
  /** IP addresses and networks of trusted reverse proxies. */
  readonly trustedProxies: readonly string[];
}
