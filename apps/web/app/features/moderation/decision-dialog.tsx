import {
  type DecisionKind,
  decideModeration,
  decisionKindsOf,
  type ModerationItem,
  marketplaceRuleNames,
  marketplaceRules,
  moderationLimits,
} from '@redial/contract';
import { type FormEvent, useState } from 'react';
import { call } from '../../session/call.ts';
import { useDraft } from '../../session/use-draft.ts';
import { useMutation } from '../../session/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusInvalid, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { decisionLabels } from './decision-texts.ts';

/** Decides about an item of the queue. */
export function DecisionDialog({
  open,
  item,
  kinds = decisionKindsOf[item.target.kind],
  onClose,
}: {
  open: boolean;
  item: Pick<ModerationItem, 'target' | 'title' | 'people'>;
  /** What can be decided; by default what the kind of target allows. */
  kinds?: readonly DecisionKind[];
  onClose: () => void;
}) {
  const { target, title, people } = item;
  const { draft, change, clear } = useDraft(`moderation:${target.kind}:${target.id}`, {
    kind: '',
    personId: people[0]?._id ?? '',
    rule: '',
    message: '',
    note: '',
    days: '7',
  });
  const { personId, message, note, days } = draft;
  const kind = kinds.find((each) => each === draft.kind) ?? kinds[0] ?? 'dismiss';
  const rule = marketplaceRuleNames.find((each) => each === draft.rule);
  const [errors, setErrors] = useState<{ rule?: string; message?: string; days?: string }>({});
  const { mutate, pending } = useMutation();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const dismisses = kind === 'dismiss';
    const length = Number(days);
    const isLength = Number.isInteger(length) && length >= 1 && length <= moderationLimits.days;
    const found = {
      ...(dismisses || rule ? {} : { rule: 'Name the rule' }),
      ...(dismisses || message.trim() ? {} : { message: 'Write what the person reads' }),
      ...(kind === 'suspend' && !isLength ? { days: '1 to 365 days' } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return focusInvalid(event.currentTarget);
    const body = {
      target,
      kind,
      ...(dismisses || !rule ? {} : { rule, message }),
      ...(kind === 'suspend' ? { days: length } : {}),
      ...(target.kind === 'conversation' && !dismisses && personId ? { personId } : {}),
      ...(note.trim() ? { note } : {}),
    };
    if (!(await mutate(call(decideModeration, { body }), 'Decided'))) return;
    clear();
    onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title="Decide" description={title}>
      <form noValidate onSubmit={submit} className="mt-5">
        <SelectField
          label="Decision"
          value={kind}
          onChange={(event) => change({ kind: event.currentTarget.value })}
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {decisionLabels[each]}
            </option>
          ))}
        </SelectField>
        {kind !== 'dismiss' && (
          <>
            {target.kind === 'conversation' && (
              <SelectField
                label="Who?"
                value={personId}
                onChange={(event) => change({ personId: event.currentTarget.value })}
              >
                {people.map(({ _id: id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
            )}
            {kind === 'suspend' && (
              <TextField
                label="Days"
                inputMode="numeric"
                value={days}
                error={errors.days}
                onChange={(event) => change({ days: event.currentTarget.value })}
              />
            )}
            <SelectField
              label="Rule"
              value={rule ?? ''}
              error={errors.rule}
              onChange={(event) => change({ rule: event.currentTarget.value })}
            >
              <option value="">Choose a rule</option>
              {marketplaceRuleNames.map((each) => (
                <option key={each} value={each}>
                  {marketplaceRules[each]}
                </option>
              ))}
            </SelectField>
            <TextArea
              label="What the person reads"
              hint="In a mail and a notification. Do not quote the reporters."
              rows={4}
              maxLength={moderationLimits.message}
              value={message}
              error={errors.message}
              onChange={(event) => change({ message: event.currentTarget.value })}
            />
          </>
        )}
        <TextArea
          label="Note for the other moderators (optional)"
          rows={2}
          maxLength={moderationLimits.note}
          value={note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <Button
          type="submit"
          size="large"
          variant={kind === 'dismiss' || kind === 'changes' ? 'accent' : 'danger'}
          pending={pending}
          pendingLabel="Deciding"
          className="w-full"
        >
          {kind === 'dismiss' ? 'Dismiss' : 'Decide'}
        </Button>
      </form>
    </Dialog>
  );
}
