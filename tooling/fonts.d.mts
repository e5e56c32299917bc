/** The folder with the subsets. */
export declare const fontsDir: string;

/** Cuts the fonts down to the characters of the `unicode-range` in `fonts.css`. */
export declare function subsetFonts(): Promise<{ name: string; content: Buffer }[]>;
