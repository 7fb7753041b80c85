// Words of choosing a language.
export const languages = {
  'language.choose': 'Language',
  'language.notLoaded': 'This language could not be loaded. Try again.',
  'language.notKept': 'The language is shown in this browser, and could not be saved for your mails.',
} as const;
