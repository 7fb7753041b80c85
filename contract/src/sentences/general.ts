// Sentences that any call may need.
export const SOMETHING_WENT_WRONG = 'Something went wrong. Please try again';
export const OFFLINE = 'You are offline. Try again when you are connected.';
export const TOO_MANY_REQUESTS = 'Too many requests.';
