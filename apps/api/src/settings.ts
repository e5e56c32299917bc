/** Settings used by the API. The server reads them from the environment. */
export interface Settings {
  /**
   * Redial's public URL, without a trailing slash. Used in links, as token issuer, and for CORS.
   */
  readonly publicUrl: string;
  /** Origins of pages that may call the API. */
  readonly webOrigins: readonly string[];
  /** Signs the marketplace tokens. */
  readonly sessionSecret: string;
  readonly demo: boolean;
  /** Whether ordering and listing require a verified e-mail address. */
  readonly requireVerifiedEmail: boolean;
  /** Hours after which an unpaid order expires. */
  readonly orderHoldHours: number;
  /** Maximum number of unpaid orders of a buyer. */
  readonly orderHoldMax: number;
  /** Multiplies every rate limit. */
  readonly rateLimitScale: number;
  /** IP addresses and networks of trusted reverse proxies. */
  readonly trustedProxies: readonly string[];
}
