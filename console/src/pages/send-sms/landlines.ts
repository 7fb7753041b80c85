// Tells landlines by the largest numbering plans, which load with the first number.
import { isCertainlyNoMobile } from '@godwit/contract/numbers/numberTypes';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Whether a number in E.164 certainly cannot receive SMS: a landline or a service number. */
export const isLandline = (e164: string): boolean =>
  isCertainlyNoMobile(parsePhoneNumberFromString(e164)?.getType());
