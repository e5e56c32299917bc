import { addProduct, conditions, getFacets, listingLimits, toastMessages } from '@redial/contract';
import { type FocusEvent, useState } from 'react';
import { type Control, useController, useForm, useWatch } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import { publicCall } from '../../api.ts';
import { call } from '../../session/call.ts';
import { clearDraft, readDraft, useSaveDraft } from '../../session/drafts.ts';
import { refreshOwnership } from '../../session/ownership.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { ImageField } from './image-field.tsx';
import {
  emptyListingForm,
  fieldFromError,
  type ListingFormValues,
  toNewProduct,
  validateListing,
} from './listing-form.ts';
import { listingQuestions, similarQuery } from './listing-questions.ts';
import { PriceField } from './price-field.tsx';
import { sellerShareText } from './seller-share.ts';
import { type ImageUpload, useImageUpload } from './use-image-upload.ts';

/** Order of the specification (section 2). */
const categoryChoices = ['Xiaomi', 'Iphone', 'Samsung'] as const;

/** Name of the draft. */
const draftName = 'add-product';

/** The image is managed by `useImageUpload`; the form only validates that there is one. */
type Fields = ListingFormValues & { readonly image: null };

/** The form Add A New Product. Values and the uploaded image are kept after any failure. */
export function AddProductForm({
  thisYear,
  sellerFeePercent,
}: {
  thisYear: number;
  /** What the seller pays of the price. */
  sellerFeePercent: number;
}) {
  const navigate = useNavigate();
  const upload = useImageUpload();
  const [failure, setFailure] = useState<string>();
  /** Questions that have been shown; saving again confirms them. */
  const [questions, setQuestions] = useState<string[]>([]);
  const {
    register,
    control,
    handleSubmit,
    getValues,
    setValue,
    setError,
    setFocus,
    trigger,
    subscribe,
    formState,
  } = useForm<Fields>({
    defaultValues: { ...readDraft(draftName, emptyListingForm), image: null },
  });
  useSaveDraft(draftName, subscribe);
  const resalePrice = useWatch({ control, name: 'resalePrice' });
  const { errors, isSubmitting } = formState;

  const field = (name: keyof ListingFormValues) => ({
    ...register(name, { validate: () => validateListing(getValues(), thisYear)[name] ?? true }),
    error: errors[name]?.message,
    required: true,
  });

  const priceField = (name: 'originalPrice' | 'resalePrice') => {
    const { onBlur, ...rest } = field(name);
    return {
      ...rest,
      value: getValues(name),
      // Before the field is left behind: a misread price is easily overlooked.
      onBlur: async (event: FocusEvent<HTMLInputElement>) => {
        await onBlur(event);
        if (getValues(name).trim() !== '') await trigger(name);
      },
      onChoose: (dollars: number) => {
        setValue(name, String(dollars), { shouldValidate: true });
        setFocus(name);
      },
    };
  };
  const askAbout = async (texts: ListingFormValues) => {
    const similar = await publicCall(getFacets, {
      query: { q: similarQuery(texts), ...(texts.category ? { brand: texts.category } : {}) },
    });
    return listingQuestions(texts, thisYear, similar.ok ? similar.value : undefined);
  };

  const save = handleSubmit(async (texts) => {
    setFailure(undefined);
    const asked = await askAbout(texts);
    if (asked.some((question) => !questions.includes(question))) {
      setQuestions(asked);
      return;
    }
    const img = await upload.uploadedUrl();
    if (!img) {
      setFocus('image');
      return;
    }
    const listing = toNewProduct(texts, img);
    const result = await call(addProduct, { body: listing });
    if (result.ok) {
      clearDraft(draftName);
      refreshOwnership();
      toast.success(toastMessages.productAdded(listing.name));
      await navigate(href('/dashboard/myproducts'));
      return;
    }
    const { message, field: named } = result.error;
    const fieldName = fieldFromError(named);
    if (fieldName === 'img') {
      upload.reject(message);
      setFocus('image');
    } else if (fieldName) setError(fieldName, { message }, { shouldFocus: true });
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
          <SelectOptions placeholder="Choose a category" values={categoryChoices} />
        </SelectField>
        <SelectField {...field('condition')} label="Condition">
          <SelectOptions placeholder="Choose a condition" values={conditions} />
        </SelectField>
        <PriceField
          {...priceField('originalPrice')}
          label="Original price"
          hint="In dollars, when it was new"
        />
        <PriceField
          {...priceField('resalePrice')}
          label="Resale price"
          hint={sellerShareText(resalePrice, sellerFeePercent)}
        />
        <TextField
          {...field('purchaseDate')}
          label="Year of purchase"
          type="number"
          inputMode="numeric"
          min={listingLimits.purchaseDate.min}
          max={thisYear}
        />
        <TextField
          {...field('yearsOfUse')}
          label="Years of use"
          type="number"
          inputMode="numeric"
          min={listingLimits.yearsOfUse.min}
          max={listingLimits.yearsOfUse.max}
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
        <RequiredImage control={control} upload={upload} />
      </div>
      <div className="border-line border-t pt-6 md:col-span-2">
        <p role="alert" className="mb-4 text-bad text-sm empty:hidden">
          {failure}
        </p>
        <div
          role="alert"
          className="mb-5 max-w-xl rounded-lg bg-accent-wash px-5 py-4 text-sm empty:hidden"
        >
          {questions.length > 0 && (
            <>
              <ul className="grid gap-1">
                {questions.map((question) => (
                  <li key={question}>{question}</li>
                ))}
              </ul>
              <p className="mt-2 font-semibold">
                Correct it above, or press the button once more to add the phone as it is.
              </p>
            </>
          )}
        </div>
        <Button
          type="submit"
          size="large"
          pending={isSubmitting}
          pendingLabel={upload.state.status === 'sending' ? 'Uploading the picture' : 'Adding'}
          className="max-sm:w-full"
        >
          Add Product
        </Button>
      </div>
    </form>
  );
}

/**
 * A separate component, so that it is registered (and focused on errors) after the text fields.
 */
function RequiredImage({ control, upload }: { control: Control<Fields>; upload: ImageUpload }) {
  const missing = upload.state.status === 'none';
  const { field, fieldState } = useController({
    control,
    name: 'image',
    rules: { validate: () => !missing || 'Choose a picture' },
  });
  return (
    <ImageField
      upload={upload}
      inputRef={field.ref}
      error={missing ? fieldState.error?.message : undefined}
    />
  );
}

function SelectOptions({
  placeholder,
  values,
}: {
  placeholder: string;
  values: readonly string[];
}) {
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
