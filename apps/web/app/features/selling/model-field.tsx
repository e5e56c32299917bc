import { formatPrice, listModels, type ModelSummary, monthText } from '@redial/contract';
import { type ComponentProps, useState } from 'react';
import { publicCall } from '../../api.ts';
import { TextField } from '../../ui/field.tsx';
import { OptionList } from '../../ui/option-list.tsx';
import { suggestionCountText, useCombobox } from '../../ui/use-combobox.ts';
import { useSuggestions } from '../../ui/use-suggestions.ts';

/**
 * The name of a product, with suggestions from the model catalogue. Any other name can be entered, too.
 *
 * @param onChoose called with the chosen model; returns what it has filled in, for screen readers
 */
export function ModelField({
  onChoose,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'popup' | 'onBlur'> & {
  onBlur: (event: React.FocusEvent<HTMLInputElement>) => unknown;
  onChoose: (model: ModelSummary) => string;
}) {
  const { suggestions, requestSuggestions, close } = useSuggestions(fetchModels);
  const [filled, setFilled] = useState('');
  const items = suggestions?.items ?? [];
  const combobox = useCombobox({
    items,
    onRequest: (text) => {
      setFilled('');
      requestSuggestions(text);
    },
    onClose: close,
    onSelect: (model) => setFilled(onChoose(model)),
  });
  return (
    <div className={field.className}>
      <TextField
        {...field}
        {...combobox.inputProps}
        className={undefined}
        onBlur={(event) => {
          combobox.close();
          field.onBlur(event);
        }}
        popup={
          combobox.open && (
            <OptionList
              {...combobox.listProps}
              items={items}
              keyOf={({ slug }) => slug}
              render={(model) => <ModelOption model={model} />}
            />
          )
        }
      />
      <p role="status" className="sr-only">
        {suggestions ? suggestionCountText(items.length) : filled}
      </p>
    </div>
  );
}

function ModelOption({ model }: { model: ModelSummary }) {
  const { name, brand, releasedOn, launchPrice } = model;
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block truncate text-ink-soft text-xs">
          {brand}, {monthText(releasedOn)}
        </span>
      </span>
      {launchPrice !== undefined && (
        <span className="figures shrink-0 text-ink-soft text-xs">
          {formatPrice(launchPrice)} new
        </span>
      )}
    </>
  );
}

async function fetchModels(q: string, signal: AbortSignal): Promise<readonly ModelSummary[]> {
  const result = await publicCall(listModels, { query: { q }, signal });
  return result.ok ? result.value : [];
}
