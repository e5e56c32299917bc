/** Toast texts, verbatim from section 8 of the specification, including its spelling. */
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

/** Form validation texts, verbatim from section 5 of the specification. */
export const fieldMessages = {
  email: 'Please provide a valid email',
  passwordLength: 'Password must have more that 6 charecters',
  passwordDigits: 'Password must have atleast 2 digits',
  passwordSpecial: 'Password must have speacial charencters',
  passwordCapital: 'Password must have atleast one capital latter',
} as const;

/** Shown on the payment page after a successful payment (section 4 of the specification). */
export const paymentCompletedMessage = 'Your Payment completed';
/** Text of the 404 page (section 2 of the specification). */
export const notFoundMessage = 'Looks like our services are currently offline.';
