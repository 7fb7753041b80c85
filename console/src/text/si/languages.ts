// Words of choosing a language, in Sinhala.
export const languages = {
  'language.choose': 'භාෂාව',
  'language.notLoaded': 'මෙම භාෂාව පූරණය කළ නොහැකි විය. නැවත උත්සාහ කරන්න.',
  'language.notKept': 'මෙම බ්‍රවුසරයේ භාෂාව වෙනස් විය, නමුත් ඔබේ ඊමේල් සඳහා එය සුරැකිය නොහැකි විය.',
} as const;
