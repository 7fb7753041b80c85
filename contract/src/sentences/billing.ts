// Sentences about payments.
export const AMOUNT_INVALID = 'Amount is invalid';
export const PAYMENT_METHOD_REQUIRED = 'Choose a payment method';
export const SLIP_REQUIRED = 'Bank slip is required';
export const OPEN_FORM_AGAIN = 'Open the form again';
export const TOO_MANY_PAYMENTS =
  'Your team has started too many payments within an hour. Finish one of them, or try again in an hour.';
export const FORM_ALREADY_USED = 'This form was already used for another payment. Open it again.';
export const PAYMENT_PROVIDER_SILENT =
  'The payment provider does not respond. You have not been charged. Try again in a minute, or pay by bank transfer.';
export const NO_CARD_PAYMENTS = 'Card payments are not available here. Pay by bank transfer.';
export const SLIP_SENT_BEFORE = 'This slip has already been submitted. Each transfer has its own slip.';
export const NO_RECEIPT_YET = 'A receipt is available once the payment has succeeded.';
export const PAYMENT_CANCELLED = 'The payment was cancelled.';
export const CARD_DECLINED = 'The card was declined.';
export const PAYMENT_DECLINED = 'The payment was declined.';
export const CHECKOUT_LEFT = 'The checkout was closed before anything was paid.';
export const NOTHING_PAID = 'No payment was received in time.';
