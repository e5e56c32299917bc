/** The settings that the API's behaviour depends on; read from the environment by the server alone. */
export interface Settings {
  /** Where people reach Redial, without a trailing slash. Used in links, as issuer, and for CORS. */
  readonly publicUrl: string;
  /** Origins whose pages may call the API. */
  readonly webOrigins: readonly string[];
  /** Signs the marketplace tokens. */
  readonly sessionSecret: string;
  readonly demo: boolean;
  /** Hours until an unpaid order gives its phone back. */
  readonly orderHoldHours: number;
  /** Unpaid orders that a buyer may hold at once. */
  readonly orderHoldMax: number;
  /** Multiplies every rate limit. */
  readonly rateLimitScale: number;
  /** Addresses and networks of proxies that may say for whom they ask. */
  readonly trustedProxies: readonly string[];
}
