interface ImportMetaEnv {
  /** Base URL of the API, if it is not the page's own origin. */
  readonly VITE_API_URL?: string;
}
