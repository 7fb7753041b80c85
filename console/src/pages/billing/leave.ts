// The way to the page of a payment provider.
import type { Checkout } from '@godwit/contract/payments';

/** Leaves the console for where a payment is made: by its address, or by a form that is posted there. */
export function leaveFor(checkout: Checkout): void {
  if (checkout.ipg === 'STRIPE') {
    location.assign(checkout.stripe_params.url);
    return;
  }
  const { action, ...fields } = checkout.payhere_params;
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
