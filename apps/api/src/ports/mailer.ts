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
