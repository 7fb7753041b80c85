// The dialogs of the second factor by name.

export type TwoStepDialog = 'turnOn' | 'turnOff' | 'newCodes';
