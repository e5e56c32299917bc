export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mail. */
export interface Mailer {
  /**
   * @param id names the message; becomes its Message-ID, so that a repeated one can be told.
   * @throws where the mail was not taken; the caller tries again later.
   */
  send(id: string, mail: Mail): Promise<void>;
}
