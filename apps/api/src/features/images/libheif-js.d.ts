/** The part of libheif-js that is used; it ships no types for this build. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Target {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;
  }
  interface HeifImage {
    is_primary(): boolean;
    get_width(): number;
    get_height(): number;
    /** Decodes RGBA pixels into the target, upright; calls back with null if it cannot. */
    display(target: Target, done: (shown: Target | null) => void): void;
  }
  const libheif: {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  };
  export default libheif;
}
