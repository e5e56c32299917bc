/** Makes the gazetteer from the installed source. */
export declare function makeGazetteer(): string;

/** Reads the gazetteer in the tree. */
export declare function readGazetteer(): Promise<string>;
