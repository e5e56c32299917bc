import { addProduct, conditions, listingBounds, toasts } from '@redial/contract';
import { useState } from 'react';
import { type Control, useController, useForm } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import { call } from '../../session/call.ts';
import { dropDraft, readDraft, useDraft } from '../../session/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import {
  emptyListing,
  fieldAtFault,
  type ListingTexts,
  listingOf,
  listingProblems,
} from './listing-form.ts';
import { PictureField } from './picture-field.tsx';
import { type PictureUpload, usePictureUpload } from './use-picture-upload.ts';

/** In the specification's order (section 2). */
const categoryChoices = ['Xiaomi', 'Iphone', 'Samsung'] as const;

/** Under which name what was typed is kept. */
const draft = 'add-product';

/** The picture itself is with `usePictureUpload`; the form only asks whether there is one. */
type Fields = ListingTexts & { readonly picture: null };

/** The form Add A New Product. What was typed and uploaded stays, whatever fails. */
export function AddProductForm({ thisYear }: { thisYear: number }) {
  const navigate = useNavigate();
  const upload = usePictureUpload();
  const [failure, setFailure] = useState<string>();
  const { register, control, handleSubmit, getValues, setError, setFocus, subscribe, formState } =
    useForm<Fields>({ defaultValues: { ...readDraft(draft, emptyListing), picture: null } });
  useDraft(draft, subscribe);
  const { errors, isSubmitting } = formState;

  const field = (name: keyof ListingTexts) => ({
    ...register(name, { validate: () => listingProblems(getValues(), thisYear)[name] ?? true }),
    error: errors[name]?.message,
    required: true,
  });

  const save = handleSubmit(async (texts) => {
    setFailure(undefined);
    const img = await upload.address();
    if (!img) {
      setFocus('picture');
      return;
    }
    const listing = listingOf(texts, img);
    const result = await call(addProduct, { body: listing });
    if (result.ok) {
      dropDraft(draft);
      toast.success(toasts.productAdded(listing.name));
      await navigate(href('/dashboard/myproducts'));
      return;
    }
    const { message, field: named } = result.problem;
    const at = fieldAtFault(named);
    if (at === 'img') {
      upload.refuse(message);
      setFocus('picture');
    } else if (at) setError(at, { message }, { shouldFocus: true });
    else setFailure(message);
  });

  return (
    <form
      noValidate
      onSubmit={save}
      className="grid items-start gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_13rem] lg:gap-x-10 xl:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
        <TextField
          {...field('name')}
          label="Product name"
          placeholder="iPhone 13 128 GB, Blue"
          className="sm:col-span-2"
        />
        <SelectField {...field('category')} label="Category">
          <Choices placeholder="Choose a category" values={categoryChoices} />
        </SelectField>
        <SelectField {...field('condition')} label="Condition">
          <Choices placeholder="Choose a condition" values={conditions} />
        </SelectField>
        <TextField
          {...field('originalPrice')}
          label="Original price"
          hint="In dollars, when it was new"
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...field('resalePrice')}
          label="Resale price"
          hint="In dollars, what you ask for it"
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...field('purchaseDate')}
          label="Year of purchase"
          type="number"
          inputMode="numeric"
          min={listingBounds.purchaseDate.min}
          max={thisYear}
        />
        <TextField
          {...field('yearsOfUse')}
          label="Years of use"
          type="number"
          inputMode="numeric"
          min={listingBounds.yearsOfUse.min}
          max={listingBounds.yearsOfUse.max}
        />
        <TextField {...field('number')} label="Mobile number" type="tel" autoComplete="tel" />
        <TextField
          {...field('location')}
          label="Location"
          placeholder="Brooklyn, New York"
          autoComplete="address-level2"
        />
        <TextArea
          {...field('description')}
          label="Description"
          hint="What a buyer would ask: battery, scratches, repairs, what comes with it"
          rows={5}
          className="sm:col-span-2"
        />
      </div>
      <div className="md:sticky md:top-28">
        <RequiredPicture control={control} upload={upload} />
      </div>
      <div className="border-line border-t pt-6 md:col-span-2">
        <p role="alert" className="mb-4 text-bad text-sm empty:hidden">
          {failure}
        </p>
        <Button
          type="submit"
          size="large"
          pending={isSubmitting}
          doing={upload.state.status === 'sending' ? 'Uploading the picture' : 'Adding'}
          className="max-sm:w-full"
        >
          Add Product
        </Button>
      </div>
    </form>
  );
}

/** A component of its own, so that it is registered, and focused when at fault, after the texts. */
function RequiredPicture({ control, upload }: { control: Control<Fields>; upload: PictureUpload }) {
  const missing = upload.state.status === 'none';
  const { field, fieldState } = useController({
    control,
    name: 'picture',
    rules: { validate: () => !missing || 'Choose a picture' },
  });
  return (
    <PictureField
      upload={upload}
      inputRef={field.ref}
      error={missing ? fieldState.error?.message : undefined}
    />
  );
}

function Choices({ placeholder, values }: { placeholder: string; values: readonly string[] }) {
  return (
    <>
      <option value="" disabled>
        {placeholder}
      </option>
      {values.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </>
  );
}
