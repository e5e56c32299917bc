/** The specification's texts, odd spellings included (section 8). */
export const toastMessages = {
  reported: 'Reported Succesfully',
  ordered: (product: string) => `${product} Orderd Succesfully`,
  productAdded: (product: string) => `${product} Added Sucessfully`,
  userDeleted: (name: string) => `${name} Was Deleted Successfully`,
  sellerVerified: (name: string) => `${name} Verified Succesfully`,
  sellerAlreadyVerified: (name: string) => `${name} Alreary Verified`,
  orderCancelled: 'Order Cancelled',
  deleted: 'Deleted Succesfully',
  advertised: 'Advertized Succesfully',
  signedIn: 'Login Succesfully',
  signedUp: 'Account Created Succesfully',
} as const;

/** Texts beside form fields (specification, 5). */
export const fieldMessages = {
  email: 'Please provide a valid email',
  passwordLength: 'Password must have more that 6 charecters',
  passwordDigits: 'Password must have atleast 2 digits',
  passwordSpecial: 'Password must have speacial charencters',
  passwordCapital: 'Password must have atleast one capital latter',
} as const;

/** Said on the payment page when the card payment has succeeded (specification, 4). */
export const paymentCompletedMessage = 'Your Payment completed';
/** Text of the 404 page (specification, 2). */
export const notFoundMessage = 'Looks like our services are currently offline.';
