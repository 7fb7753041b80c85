// Words of choosing a language.
export const languages = {
  'language.choose': 'Language',
  'language.notLoaded': 'This language could not be loaded. Try again.',
  'language.notKept': 'The language changed in this browser, but could not be saved for your emails.',
} as const;
