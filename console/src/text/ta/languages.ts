// Words of choosing a language, in Tamil.
export const languages = {
  'language.choose': 'மொழி',
  'language.notLoaded': 'இந்த மொழியை ஏற்ற முடியவில்லை. மீண்டும் முயலவும்.',
  'language.notKept': 'உங்கள் மின்னஞ்சல்களுக்காக மொழியை இன்னும் சேமிக்க முடியவில்லை.',
} as const;
