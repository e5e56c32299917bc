import { formatPrice } from '@redial/contract';
import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { possiblePrices } from './listing-price.ts';

/**
 * A price in dollars. If the value has more than one reading, the possible ones are offered.
 *
 * @param typed the current value
 */
export function PriceField({
  typed,
  onChoose,
  ...field
}: ComponentProps<typeof TextField> & {
  typed: string;
  onChoose: (dollars: number) => void;
}) {
  const choices = field.error ? possiblePrices(typed) : [];
  return (
    <div>
      <TextField {...field} inputMode="decimal" autoComplete="off" />
      {choices.length > 0 && (
        <div className="mb-2 flex flex-wrap gap-2">
          {choices.map((dollars) => (
            <Button
              key={dollars}
              variant="outline"
              size="small"
              aria-label={`${field.label}: ${formatPrice(dollars)}`}
              onClick={() => onChoose(dollars)}
            >
              {formatPrice(dollars)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
