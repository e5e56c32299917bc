import {
  type DecisionKind,
  type DecisionState,
  decisionKinds,
  decisionStates,
  type ModeratedKind,
  moderatedKinds,
  type ReportReason,
  reportReasons,
} from '@redial/contract';

export const moderationViews = ['queue', 'decisions', 'appeals'] as const;
export type ModerationView = (typeof moderationViews)[number];

/** What the URL of the page says. */
export interface ModerationFilters {
  readonly view: ModerationView;
  readonly kind?: ModeratedKind;
  readonly reason?: ReportReason;
  /** Of the decisions. */
  readonly decision?: DecisionKind;
  readonly state?: DecisionState;
}

/** Reads view and filters of a URL; what is not valid, or not of the view, is left out. */
export function parseModerationFilters(params: URLSearchParams): ModerationFilters {
  const view = moderationViews.find((name) => name === params.get('view')) ?? 'queue';
  if (view === 'queue') {
    const kind = moderatedKinds.find((name) => name === params.get('kind'));
    const reason = reportReasons.find((name) => name === params.get('reason'));
    return { view, ...(kind ? { kind } : {}), ...(reason ? { reason } : {}) };
  }
  const decision = decisionKinds.find((name) => name === params.get('decision'));
  const state = decisionStates.find((name) => name === params.get('state'));
  return { view, ...(decision ? { decision } : {}), ...(state ? { state } : {}) };
}
