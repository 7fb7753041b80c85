// Sentences about templates, campaigns, messages and date ranges.
export const FILTER_NAME_REQUIRED = 'Filter name is required';
export const FILTER_NAME_TAKEN = 'You have a filter of this name. Choose another name.';
export const TEMPLATE_NAME_REQUIRED = 'Template name is required';
export const CONTENT_REQUIRED = 'Content is required';
export const CAMPAIGN_NAME_REQUIRED = 'Campaign name is required';
export const CAMPAIGN_SENDER_REQUIRED = 'Sender ID is required';
export const GROUPS_REQUIRED = 'Groups are required';
export const CAMPAIGN_UNVERIFIED =
  'Some recipients will see “Unverified” instead of this sender, because the register of their country does not hold it. Nothing has been sent or charged. Accept this in the review, or choose another sender.';
export const CAMPAIGN_ALL_SENT = 'All messages of this campaign have been sent.';
export const CAMPAIGN_NOT_EDITABLE =
  'This campaign has started or was cancelled. It can no longer be changed.';
export const CAMPAIGN_CANCELLED_BEFORE = 'This campaign was already cancelled.';
export const TOO_LATE_TO_CANCEL = 'This message is being sent or is final. It is too late to cancel it.';
export const DATES_INVALID = 'Enter both dates as yyyy-MM-dd';
export const DATES_REVERSED = 'The first date is after the last';
export const RANGE_TODAY = 'Today';
export const RANGE_7_DAYS = 'Last 7 days';
export const RANGE_4_WEEKS = 'Last 4 weeks';
export const RANGE_3_MONTHS = 'Last 3 months';
export const RANGE_12_MONTHS = 'Last 12 months';
export const RANGE_CUSTOM = 'Custom';
export const FAILED_CANCELLED = 'The message was cancelled before it was sent.';
export const FAILED_EXPIRED = 'The message could not be sent within its validity period.';
export const FAILED_BLOCKED =
  'The project blocked this country in Geo Permissions before the message was sent.';
export const FAILED_OPTED_OUT = 'The recipient opted out before the message was sent.';
export const FAILED_UNVERIFIED = 'The account was not verified when the message was due.';
export const FAILED_SENDER =
  'The message was not sent: its sender ID was not registered in the country of the recipient, or no carrier link there shows sender IDs.';
export const FAILED_ARCHIVED = 'The project was archived when the message was due.';
export const FAILED_REJECTED = 'The carrier refused the message.';
export const FAILED_UNDELIVERED = 'The carrier accepted the message but could not deliver it.';
export const FAILED_NO_RECEIPT =
  'The carrier accepted the message but did not report within 72 hours whether it was delivered.';
export const FAILED_UNKNOWN =
  'The carrier did not answer while the message was being sent, so it is not known whether it was delivered.';
export const CARRIER_NO_SUCH_NUMBER = 'This number does not exist. Remove it from your contacts.';
export const CARRIER_NUMBER_REFUSED =
  'The carrier does not accept this number. Check it, or remove it from your contacts.';
export const CARRIER_NOT_A_MOBILE = 'This number cannot receive SMS. Remove it from your contacts.';
export const CARRIER_UNREACHABLE =
  'The phone was switched off or out of coverage until the message expired. Send it again later.';
export const CARRIER_PHONE_FULL = 'The phone was busy or its memory was full. Send the message again later.';
export const CARRIER_BARRED =
  "The recipient's network blocks SMS to this number. Contact the person another way.";
export const CARRIER_NETWORK_FAULT = "The recipient's network had a fault. Send the message again later.";
export const CARRIER_SENDER_REFUSED = 'The carrier does not accept this sender ID. Send from another one.';
export const CARRIER_TEXT_REFUSED = 'The carrier does not accept this text. Change it and send it again.';
export const CARRIER_REFUSED =
  'The network refused this message, often because of its sender ID or its text. Change them and send it again.';
export const SKIPPED_LANDLINE = 'Cannot receive SMS: a landline or a service number';
export const SKIPPED_OPTED_OUT = 'Opted out';
export const SKIPPED_BLOCKED = 'Country blocked in Geo Permissions';
export const SKIPPED_INVALID = 'Not a valid number';
export const SKIPPED_UNSUPPORTED = 'Sender ID not accepted by carriers in this country';
export const SKIPPED_UNREGISTERED = 'Sender ID not registered at the network of the number';
export const SKIPPED_NO_CONSENT = 'No recorded consent';
export const SKIPPED_NO_BRAND = 'No brand in the text';
export const SKIPPED_TOO_LONG = 'Too long with this recipient’s values';
export const SKIPPED_EMPTY = 'Empty with this recipient’s values';
export const SKIPPED_NO_ROUTE = 'No carrier link for the number';
export const SKIPPED_BALANCE = 'Not enough balance';
export const SKIPPED_DAILY_LIMIT = 'Daily limit reached';
export const SKIPPED_UNVERIFIED = 'Account not verified when it was due';
export const SKIPPED_PAUSED = 'Sending was paused or blocked';
export const SKIPPED_SENDER = 'Sender ID no longer approved when it was sent';
export const SKIPPED_ARCHIVED = 'Project archived when it was sent';
export const SKIPPED_EXPIRED = 'Could not be sent within 24 hours of its scheduled time';
export const SKIPPED_CANCELLED = 'Campaign cancelled';
export const SKIPPED_ERROR = 'Could not be sent because of an error on our side';
