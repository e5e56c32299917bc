/** How the metal around a phone shines. `wrap`: the glass is bent around it and hides it. */
export type Frame = 'match' | 'steel' | 'titanium' | 'dark' | 'wrap';
/** What a raised camera plate is made of. */
export type Plate = 'frost' | 'body' | 'metal' | 'dark';
/** The ring around a lens. */
export type Ring = 'metal' | 'body' | 'dark' | 'thin' | 'gold' | 'red';

/** A part on a phone's back, in millimetres from the top left corner; drawn in the order given. */
export type Part =
  | { kind: 'plate'; x: number; y: number; w: number; h: number; r: number; of: Plate }
  | { kind: 'disc'; x: number; y: number; r: number; of: Plate; rim?: Ring }
  | { kind: 'band'; y: number; h: number; of: 'dark' | 'body' | 'black' }
  | { kind: 'corner'; w: number; h: number }
  | { kind: 'lens'; x: number; y: number; r: number; ring: Ring }
  | { kind: 'periscope'; x: number; y: number; r: number }
  | { kind: 'flash'; x: number; y: number; r: number }
  | { kind: 'sensor'; x: number; y: number; r: number }
  | { kind: 'dot'; x: number; y: number; r: number }
  | { kind: 'cross'; x: number; y: number; w: number; h: number }
  | { kind: 'pane'; x: number; y: number; w: number; h: number; r: number }
  | { kind: 'window'; x: number; y: number; w: number; h: number; r: number }
  | { kind: 'hinge'; y: number };

/** What breaks the screen, if anything. */
export type Front =
  | 'home'
  | 'notch'
  | 'small-notch'
  | 'island'
  | 'hole'
  | 'hole-left'
  | 'drop'
  | 'full';

/** One model's body, in millimetres. */
export interface Shape {
  readonly w: number;
  readonly h: number;
  /** Radius of the outer corners. */
  readonly r: number;
  readonly frame: Frame;
  readonly finish: 'gloss' | 'satin' | 'leather';
  readonly front: Front;
  /** Black between the frame and the picture, and the same at the bottom where it is wider. */
  readonly bezel: number;
  readonly chin?: number;
  readonly back: readonly Part[];
  /** The opened phone, for those that fold; the back is then that of the closed one. */
  readonly open?: { readonly w: number; readonly h: number };
  /** Height of the crease of a phone that folds across. */
  readonly crease?: boolean;
  /** Side of the power button and the volume buttons, seen from the front. */
  readonly buttons: 'split' | 'right';
}
