// Words of choosing a language.
export const languages = {
  'language.choose': 'Language',
  'language.notLoaded': 'This language could not be loaded. Try again.',
  'language.notKept': 'The language could not be saved for your emails yet.',
} as const;
