// Words of choosing a language, in Sinhala.
export const languages = {
  'language.choose': 'භාෂාව',
  'language.notLoaded': 'මෙම භාෂාව පූරණය කළ නොහැකි විය. නැවත උත්සාහ කරන්න.',
  'language.notKept': 'ඔබේ ඊමේල් සඳහා භාෂාව තවම සුරැකිය නොහැකි විය.',
} as const;
