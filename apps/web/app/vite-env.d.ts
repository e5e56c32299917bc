interface ImportMetaEnv {
  /** Base host of the API where it is not the page's own origin. */
  readonly VITE_API_URL?: string;
}
