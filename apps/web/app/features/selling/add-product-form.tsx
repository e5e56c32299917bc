import {
  conditions,
  editProduct,
  formatPrice,
  getFacets,
  listingLimits,
  listModels,
  type ModelSummary,
  type Product,
  toastMessages,
} from '@redial/contract';
import { type FocusEvent, type ReactNode, useRef, useState } from 'react';
import { type Control, useController, useForm, useWatch } from 'react-hook-form';
import { href, useNavigate } from 'react-router';
import { publicCall } from '../../api.ts';
import { call } from '../../session/call.ts';
import { changedFields } from '../../session/changed-fields.ts';
import { clearDraft, readDraft, useSaveDraft } from '../../session/drafts.ts';
import { refreshOwnership } from '../../session/ownership.ts';
import { useSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { addListing } from './add-listing.ts';
import { ImageField } from './image-field.tsx';
import {
  emptyListingForm,
  fieldFromError,
  formValuesOf,
  type ListingFormValues,
  toNewProduct,
  toPreview,
  validateListing,
} from './listing-form.ts';
import { listingQuestions, modelQuery, similarQuery } from './listing-questions.ts';
import { LocationField } from './location-field.tsx';
import { ModelField } from './model-field.tsx';
import { PriceField } from './price-field.tsx';
import { Questions } from './questions.tsx';
import { sellerShareText } from './seller-share.ts';
import { type ImageUpload, useImageUpload } from './use-image-upload.ts';

/** Order of the specification (section 2). */
const categoryChoices = ['Xiaomi', 'Iphone', 'Samsung'] as const;

/** The image is managed by `useImageUpload`; the form only validates that there is one. */
type Fields = ListingFormValues & { readonly image: null };

/**
 * The form Add A New Product, also for changing a product. Values and the uploaded image are kept
 * after any failure.
 *
 * @param product the product to change; a new one is added without it
 * @param initial values of an empty form
 * @param preview renders the listing as buyers will see it
 */
export function AddProductForm({
  thisYear,
  sellerFeePercent,
  product,
  initial = product ? formValuesOf(product) : emptyListingForm,
  preview,
}: {
  thisYear: number;
  /** What the seller pays of the price. */
  sellerFeePercent: number;
  product?: Product;
  initial?: ListingFormValues;
  preview: (product: Product) => ReactNode;
}) {
  const navigate = useNavigate();
  const draftName = product ? `edit-${product._id}` : 'add-product';
  /** What the form was filled with: of a product, only what differs from it is stored and sent. */
  const [filled] = useState(initial);
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
    defaultValues: { ...readDraft(draftName, filled), image: null },
  });
  useSaveDraft(draftName, subscribe, product ? { saved: filled } : {});
  const [resalePrice, location] = useWatch({ control, name: ['resalePrice', 'location'] });
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
      typed: getValues(name),
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
  /** Whether the phone may have been listed, without a response. */
  const isResponseLost = useRef(false);
  /** The original price that a chosen model has filled in. */
  const filledPrice = useRef('');
  const fillFromModel = ({ name, category, launchPrice }: ModelSummary): string => {
    setValue('name', name, { shouldDirty: true });
    setValue('category', category, { shouldValidate: true });
    // A price that the seller has typed stays.
    const typed = getValues('originalPrice');
    if (launchPrice === undefined || (typed.trim() !== '' && typed !== filledPrice.current)) {
      return `Category ${category}`;
    }
    filledPrice.current = String(launchPrice);
    setValue('originalPrice', filledPrice.current, { shouldValidate: true });
    return `Category ${category}, original price ${formatPrice(launchPrice)}`;
  };
  const askAbout = async (texts: ListingFormValues) => {
    const [similar, models] = await Promise.all([
      publicCall(getFacets, {
        query: { q: similarQuery(texts), ...(texts.category ? { brand: texts.category } : {}) },
      }),
      publicCall(listModels, { query: { q: modelQuery(texts) } }),
    ]);
    return listingQuestions(
      texts,
      thisYear,
      similar.ok ? similar.value : undefined,
      models.ok ? models.value : undefined,
    );
  };

  const save = handleSubmit(async (texts) => {
    setFailure(undefined);
    const asked = await askAbout(texts);
    if (asked.some((question) => !questions.includes(question))) {
      setQuestions(asked);
      return;
    }
    // A file that was refused changes nothing: the product keeps its image.
    const img = upload.state.status === 'none' ? product?.img : await upload.uploadedUrl();
    if (!img) {
      setFocus('image');
      return;
    }
    const listing = toNewProduct(texts, img);
    const result = product
      ? await call(editProduct, {
          params: { id: product._id },
          body: changedFields(toNewProduct(filled, product.img), listing),
        })
      : await addListing(listing, isResponseLost.current);
    isResponseLost.current = !result.ok && result.error.code === 'network.failed';
    if (result.ok) {
      clearDraft(draftName);
      refreshOwnership();
      toast.success(
        product ? `${listing.name} is up to date` : toastMessages.productAdded(listing.name),
      );
      const added = 'id' in result ? result.id : undefined;
      await navigate(href('/dashboard/myproducts'), { state: { added } });
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
        <ModelField
          {...field('name')}
          onChoose={fillFromModel}
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
        <LocationField
          {...field('location')}
          value={location}
          onChoose={(place) => {
            setValue('location', place, { shouldDirty: true, shouldValidate: true });
            setFocus('location');
          }}
          label="Location"
          placeholder="Brooklyn, New York"
        />
        <TextArea
          {...field('description')}
          label="Description"
          hint="What a buyer would ask: battery, scratches, repairs, what comes with it"
          rows={5}
          className="sm:col-span-2"
        />
      </div>
      <div>
        <RequiredImage control={control} upload={upload} current={product?.img} />
        <div className="mt-8 hidden md:block">
          <p className="mb-3 font-semibold text-sm">How buyers will see it</p>
          <LivePreview
            control={control}
            img={upload.state.preview ?? product?.img}
            product={product}
            render={preview}
          />
        </div>
      </div>
      <div className="border-line border-t pt-6 md:col-span-2">
        <p role="alert" className="mb-4 text-bad text-sm empty:hidden">
          {failure}
        </p>
        <Questions questions={questions} />
        <Button
          type="submit"
          size="large"
          pending={isSubmitting}
          pendingLabel={
            upload.state.status === 'sending'
              ? 'Uploading the picture'
              : product
                ? 'Saving'
                : 'Adding'
          }
          className="max-sm:w-full"
        >
          {product ? 'Save Changes' : 'Add Product'}
        </Button>
      </div>
    </form>
  );
}

/**
 * A separate component, so that it is registered (and focused on errors) after the text fields.
 */
function RequiredImage({
  control,
  upload,
  current,
}: {
  control: Control<Fields>;
  upload: ImageUpload;
  current: string | undefined;
}) {
  const missing = upload.state.status === 'none' && !current;
  const { field, fieldState } = useController({
    control,
    name: 'image',
    rules: { validate: () => !missing || 'Choose a picture' },
  });
  return (
    <ImageField
      upload={upload}
      current={current}
      inputRef={field.ref}
      error={missing ? fieldState.error?.message : undefined}
    />
  );
}

/** The listing as typed so far, as a card. Not interactive. */
function LivePreview({
  control,
  img,
  product,
  render,
}: {
  control: Control<Fields>;
  img: string | undefined;
  product: Product | undefined;
  render: (product: Product) => ReactNode;
}) {
  const values = useWatch({ control }) as Fields;
  const session = useSession();
  const sellerName = session.status === 'signed-in' ? session.user.displayName : undefined;
  const listing = toPreview(values, { img, product, sellerName: sellerName ?? '' });
  if (listing.resalePrice === 0) {
    return (
      <p className="rounded-md border border-line border-dashed p-6 text-ink-soft text-sm">
        The card of your phone appears here as soon as it has a price.
      </p>
    );
  }
  return (
    <div inert aria-hidden="true">
      {render(listing)}
    </div>
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
