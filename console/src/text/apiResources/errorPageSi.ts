// Sinhala text of the page of an error.

export const errorPage = {
  'api.error': 'දෝෂය {code}',
  'api.errorUnknown': 'එවැනි දෝෂයක් නැත',
  'api.errorUnknownText': 'කිසිදු ඉල්ලීමක් {code} කේතයෙන් පිළිතුරු නොදේ.',
  'api.errorAll': 'සියලු දෝෂ කේත',
  'api.errorEffect': 'සිදු වී ඇත්තේ කුමක්ද',
  'api.errorNothing': 'මෙම ඉල්ලීම කිසිවක් යවා හෝ අය කර නැත. හේතුව ඉවත් වන තුරු එම ඉල්ලීම නැවතත් ප්‍රතික්ෂේප වේ.',
  'api.errorWait':
    'කිසිවක් යවා හෝ අය කර නැත. <code>retry-after</code> ශීර්ෂයක් ඇත්නම් එහි තත්පර ගණන රැඳී සිට ඉල්ලීම නැවත කරන්න.',
  'api.errorUnsure':
    'ඉල්ලීම නැවත කරන්න. එය පණිවිඩයක් යවන්නේ නම් එම <code>Idempotency-Key</code> භාවිත කරන්න: කිසිවක් දෙවරක් යවන්නේ හෝ අය කරන්නේ නැත. <code>retry-after</code> ශීර්ෂයක් ඇත්නම් එහි තත්පර ගණන රැඳී සිටින්න.',
  'api.errorTry': 'උත්සාහ කරන්න',
  'api.errorTryText': 'පරීක්ෂණ යතුරකින් <code>{number}</code> වෙත යවන්න: ඉල්ලීම මෙම දෝෂයෙන් ප්‍රතික්ෂේප වේ.',
  'api.errorCalls': 'මෙයින් පිළිතුරු දෙන ඉල්ලීම්',
  'api.errorSupport': 'උදව් ඉල්ලන විට පිළිතුරේ <code>x-request-id</code> ශීර්ෂය ඇතුළත් කරන්න.',
};
