export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Accepts the POST request by which mail clients unsubscribe with one click (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** Sends mails. */
export interface Mailer {
  /**
   * @param id identifies the mail; becomes its Message-ID, so that duplicates can be recognized.
   * @throws if the mail was not accepted; the caller retries later.
   */
  send(id: string, mail: Mail): Promise<void>;
}

/** A mailer that sends through a service. */
export interface MailService {
  readonly mailer: Mailer;
  /**
   * Connects and authenticates as for a mail, without sending one.
   *
   * @returns why the service refuses us, without credentials; undefined if it accepts us.
   * @throws if it cannot be reached, or asks to come back later.
   */
  check(): Promise<string | undefined>;
}
